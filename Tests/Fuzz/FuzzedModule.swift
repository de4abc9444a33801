// Fuzz tests: the module's entry points get arbitrary bytes. None of them may trap, and valid texts
// must stay valid.
//
// To run it for ten minutes: Tests/Fuzz/run 600

/// The function that libFuzzer calls with each input. The first byte chooses the test, and the rest
/// is its text.
@_cdecl("LLVMFuzzerTestOneInput") public func tryOneInput(
  _ start: UnsafePointer<UInt8>, _ count: Int
) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first else { return 0 }
  let text = Array(input.dropFirst())
  switch choice % 5 {
  case 0: tryReading(text)
  case 1: tryEdits(text)
  case 2: tryPayload(text)
  case 3: tryMerging(text)
  default: trySmallTexts(text)
  }
  return 0
}

/// Stops with a failure if a condition doesn't hold.
private func require(_ condition: Bool, _ expectation: StaticString, line: UInt = #line) {
  if !condition { fatalError("expected on line \(line): \(expectation)") }
}

/// Reads arbitrary bytes. The offset of an error must be within them.
private func tryReading(_ text: [UInt8]) {
  for (limit, isWhole) in [(1, false), (7, true), (.max, true)] {
    do throws(ScanError) {
      let document = try Document(text, upTo: limit, includingRest: isWhole)
      require(
        limit < .max || document.scannedByteCount == text.count + 1,
        "without a limit, the end is read")
    } catch {
      require((0...text.count).contains(error.offset), "the offset of an error is in the text")
      _ = TextPosition(of: error.offset, in: text)
    }
  }
}

/// Edits a valid text. The result must be valid, and the inverse must restore the original byte for
/// byte.
private func tryEdits(_ input: [UInt8]) {
  guard input.count > 2 else { return }
  let text = Array(input[2...])
  guard let document = try? Document(text) else { return }
  let count = document.taskCount
  let time = Timestamp(seconds: 1_800_000_000)
  guard let title = try? TaskTitle("Call \u{1F989}") else { return }
  let new = QueuedTask(title: title, attachments: ["https://example.org/\"\\"], added: time)
  let index = count == 0 ? 0 : Int(input[1]) % count
  var expected = count
  let patch: Patch
  switch input[0] % 8 {
  case 0:
    patch = document.adding([new], inFront: false)
    expected += 1
  case 1:
    patch = document.adding([new, new], inFront: true)
    expected += 2
  case 2: patch = document.patch(completed: document.completed(with: [new]))
  case 3...4 where count > 0:
    patch = document.ending(index, as: new)
    expected -= 1
  case 5 where count > 0:
    let task = document.openTasks[index]
    let edited = task.retitled(title).attaching(["/a", "b:c"]).detaching(["/a"]).setting(
      .sent, toString: "x")
    require(edited.title == title.text, "an edited task has its new title")
    patch = document.replacing(index, with: edited)
  case 6: patch = document.patch(tasks: (0..<count).reversed().map { .item($0) })
  case 7:
    patch = document.patch(tasks: (0..<index).map { _ in .new(new.text) })
    expected = index
  default: return
  }
  // Cases 6 and 7 may leave the queue as it is.
  require(input[0] % 8 >= 6 || !patch.isIdentity(on: text), "a change changes bytes")
  guard let edited = patch.applied(to: text) else {
    fatalError("a patch can't be applied to its own text")
  }
  require(edited.count == patch.size, "a patch knows the size of the new text")
  guard let after = try? Document(edited) else { fatalError("an edit left a malformed text") }
  require(after.taskCount == expected, "the queue has the expected number of tasks")
  expectRecorded(patch)
  let inverse = patch.inverted(text)
  require(inverse.applied(to: edited) == text, "the inverse patch restores the original text")
}

/// Encodes a patch as a record and parses it again.
private func expectRecorded(_ patch: Patch) {
  let record = ChangeRecord(
    title: "\u{0} \"", patch: patch, removesFile: false, shell: nil, front: nil, commit: nil,
    repository: nil)
  require(ChangeRecord(record.text) == record, "a record keeps its patch byte for byte")
}

/// Accepts a task from another machine. It must be on one line, and it must be possible to send it
/// on.
private func tryPayload(_ text: [UInt8]) {
  _ = ChangeRecord(text)
  guard let task = try? QueuedTask(payload: text) else { return }
  require(!task.text.contains(0x0A) && !task.text.contains(0x0D), "a task is on one line")
  require(!task.title.isEmpty, "it has a title")
  _ = (task.attachments, task.json, task.localAttachments)
  let again = try? QueuedTask(payload: Array(task.payload(from: "robin@desk").utf8))
  require(
    again?.title == task.title || task.text.count > 60_000,
    "a task that was received can be sent on")
}

/// Merging valid texts, separated by NULs, gives a valid text, and merging the same again changes
/// nothing.
private func tryMerging(_ input: [UInt8]) {
  let texts = input.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(
    Array.init)
  let copies = texts.compactMap { try? MergeInput($0) }
  guard copies.count == 3 else { return }
  let ours = copies[1]
  for base in [copies[0], .empty] {
    let merge = Merge(base: base, ours: ours, theirs: copies[2])
    let merged = merge.patch.applied(to: ours.text) ?? []
    let repeated = Merge(base: base, ours: ours, theirs: copies[2])
    require(merged == repeated.patch.applied(to: ours.text), "the same texts, the same result")
    require(!merge.isChanged || merged != ours.text, "a change is one")
    // Where one side is taken over whole, nothing is kept of it.
    if ours.text != base.text { expectRecorded(merge.patch) }
    guard let again = try? MergeInput(merged) else { fatalError("what was merged is sound") }
    // Tasks that share both second and title can't be told apart, so merging them again may swap
    // them.
    if base.text.isEmpty, !hasTwins(ours), !hasTwins(copies[2]) {
      require(
        !Merge(base: base, ours: again, theirs: copies[2]).isChanged, "again, nothing is new")
    }
  }
}

private func hasTwins(_ copy: MergeInput) -> Bool {
  Set(copy.elements.map { $0.identity }).count < copy.elements.count
}

private func tryEntry(_ name: Pathname) {
  guard let number = Entry.number(of: name),
    let entry = Entry(number, name, of: Pathname(unchecked: "stack.json")), entry.text == name,
    let date = entry.date, name.bytes[...].contains("-\(date.compactText)-")
  else { return }
  let hasFile = name.description.hasSuffix(".json")
  let same = Entry(number, entry.command, entry.reversed, at: date, hasFile: hasFile)
  require(same.text == name, "an entry has its name")
}

private func trySmallTexts(_ text: [UInt8]) {
  let string = String(decoding: text, as: UTF8.self)
  if let title = try? TaskTitle(string) {
    require(!title.text.isEmpty, "a title has some text")
    require((try? TaskTitle(title.text))?.text == title.text, "a title is trimmed once")
    require(
      JSONText.decode(JSONText.encode(title.text)[...]) == title.text, "what is written is read")
  }
  if let time = Timestamp(dateText: string) {
    require(time.dateText == string || time.preciseText == string, "a date is written as it was")
  }
  tryEntry(Pathname(text[...]))
  _ = StackName(string)
}
