// The module's entry points, fed with any bytes: nothing traps, and what is sound stays sound.
//
// To run it for ten minutes: Tests/Fuzz/run 600

/// What libFuzzer calls with each input: its first byte says what is tried, the rest is the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
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

/// Ends the run where something doesn't hold.
private func require(_ isSo: Bool, _ what: StaticString, line: UInt = #line) {
  if !isSo { fatalError("\(what), line \(line)") }
}

// MARK: - Reading

/// Any bytes are read, and what is wrong with them stands in them.
private func tryReading(_ text: [UInt8]) {
  for (limit, isWhole) in [(1, false), (7, true), (.max, true)] {
    do throws(ScanError) {
      let document = try Document(text, upTo: limit, includingRest: isWhole)
      require(limit < .max || document.examinedSize == text.count + 1, "all of it was read")
    } catch {
      require((0...text.count).contains(error.offset), "what is wrong stands in the text")
      _ = TextPosition(of: error.offset, in: text)
    }
  }
}

// MARK: - Edits

/// Whatever is changed in a sound text, it is sound afterwards; and it can be taken back to the byte.
private func tryEdits(_ input: [UInt8]) {
  guard input.count > 2 else { return }
  let text = Array(input[2...])
  guard var document = try? Document(text) else { return }
  let count = document.taskCount
  let time = Timestamp(seconds: 1_800_000_000)
  guard let title = try? TaskTitle("Call \u{1F989}") else { return }
  let new = QueuedTask(title: title, attachments: ["https://example.org/\"\\"], added: time)
  let index = count == 0 ? 0 : Int(input[1]) % count
  var expected = count
  switch input[0] % 8 {
  case 0:
    document.add([new], inFront: false)
    expected += 1
  case 1:
    document.add([new, new], inFront: true)
    expected += 2
  case 2: document.complete([new])
  case 3 where count > 0:
    document.end(0, as: new)
    expected -= 1
  case 4 where count > 0:
    document.end(index, as: new)
    expected -= 1
  case 5 where count > 0:
    let task = QueuedTask(validated: Array(document.elements(of: .tasks)[index]))
    let edited = task.retitled(title).attaching(["/a", "b:c"]).detaching(["/a"]).setting(.sent, toString: "x")
    require(edited.title == title.text, "a task has the title that it was given")
    document.replace(index, with: edited)
  case 6: document.newTasks = (0..<count).reversed().map { .kept($0..<($0 + 1)) }
  case 7:
    document.newTasks = (0..<index).map { _ in .new(new.text) }
    expected = index
  default: return
  }
  let patch = document.patch
  // A queue may be rearranged as it stands.
  require(input[0] % 8 >= 6 || !patch.isIdentity(ofSize: text.count), "a change is one")
  guard let edited = patch.applied(to: text) else { fatalError("a patch fits its own text") }
  require(edited.count == patch.size, "a patch knows how long its text is")
  guard let after = try? Document(edited) else { fatalError("an edit left a text that is not sound") }
  require(after.taskCount == expected, "there are as many tasks as were left")
  expectRecorded(patch)
  let inverse = patch.inverted(text)
  require(inverse.applied(to: edited) == text, "what was changed can be changed back")
}

/// What is kept of a change is the change.
private func expectRecorded(_ patch: Patch) {
  let record = ChangeRecord(title: "\u{0} \"", patch: patch)
  require(ChangeRecord(record.text) == record, "a record says what was changed, to the byte")
}

// MARK: - Tasks from elsewhere

/// What is taken from another machine can be taken again, and is one line.
private func tryPayload(_ text: [UInt8]) {
  _ = ChangeRecord(text)
  let time = Timestamp(seconds: 1_800_000_000)
  guard let task = try? QueuedTask(payload: text, arrival: time) else { return }
  require(!task.text.contains(0x0A) && !task.text.contains(0x0D), "a task stands on one line")
  require(task.added?.seconds == time.seconds, "it came when it came")
  require(!task.title.isEmpty, "it has a title")
  _ = (task.attachments, task.json, task.localAttachments)
  let again = try? QueuedTask(payload: Array(task.payload(from: "robin@desk").utf8), arrival: time)
  require(again?.title == task.title || task.text.count > 60_000, "what was taken can be sent")
}

// MARK: - Merging

/// What comes of merging sound texts is sound, and taking the same in again changes nothing. (The texts are
/// separated by zero bytes, of which JSON has none.)
private func tryMerging(_ input: [UInt8]) {
  let texts = input.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
  let copies = texts.compactMap { try? MergeInput($0) }
  guard copies.count == 3 else { return }
  let ours = copies[1]
  for past in [MergePast.ancestor(copies[0]), .commands(LocalKnowledge())] {
    let merge = Merge(past, ours: ours, theirs: copies[2])
    let merged = merge.patch.applied(to: ours.text) ?? []
    require(
      merged == Merge(past, ours: ours, theirs: copies[2]).patch.applied(to: ours.text),
      "the same texts, the same result")
    require(!merge.isChanged || merged != ours.text, "a change is one")
    // Where one side is taken over whole, nothing is kept of it.
    if ours.text != past.base?.text { expectRecorded(merge.patch) }
    guard let again = try? MergeInput(merged) else { fatalError("what was merged is sound") }
    if past.base == nil {
      require(!Merge(past, ours: again, theirs: copies[2]).isChanged, "again, nothing is new")
    }
  }
}

// MARK: - Small texts

private func trySmallTexts(_ text: [UInt8]) {
  let string = String(decoding: text, as: UTF8.self)
  if let title = try? TaskTitle(string) {
    require(!title.text.isEmpty, "a title has some text")
    require((try? TaskTitle(title.text))?.text == title.text, "a title is trimmed once")
    require(JSONText.decode(JSONText.encode(title.text)[...]) == title.text, "what is written is read")
  }
  if let time = Timestamp(dateText: string) {
    require(time.dateText == string || time.preciseText == string, "a date is written as it was")
  }
  if let version = Version(fileName: text) {
    require(version.fileName.utf8.elementsEqual(text), "a version has its name")
  }
  _ = QueueName(string)
}
