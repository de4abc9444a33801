// A task on its way to another machine, and one that came from there.

extension QueuedTask {
  /// The most that a task from another machine may have, in bytes.
  package static let maximumPayloadSize = 65536

  /// A task that came from another machine.
  ///
  /// What stands in it is a stranger's word: it is validated like a file, laid out anew on one line, and of
  /// its attachments only addresses in the web are kept, because its files are not here.
  ///
  /// - Parameters:
  ///   - payload: One object.
  ///   - arrival: When it came; it takes the place of when it was added there.
  /// - Throws: What is wrong with it.
  package init(payload: [UInt8], arrival: Timestamp) throws(FormatProblem) {
    if payload.count > Self.maximumPayloadSize { throw .tooLarge }
    do throws(ScanError) {
      var scanner = JSONScanner(payload)
      try scanner.readSingleTask()
    } catch {
      throw error.problem
    }
    if JSONText.containsNull(payload) { throw .null }
    var keys: Set<[UInt8]> = []
    for member in Container(payload).items {
      let key = JSONText.decode(Container.keyText(of: member, in: payload))
      if !keys.insert(Array(key.utf8)).inserted { throw .duplicateKey(key) }
    }
    guard let text = Container.string(under: .title, in: payload), let title = try? TaskTitle(text) else {
      throw .invalidTitle
    }
    let task = QueuedTask(validated: JSONText.oneLine(payload)).setting(.title, toString: title.text)
    for address in task.attachments where Self.beginsLikeWebAddress(address) && address.isUnsafeToShow {
      throw .unsafeAddress
    }
    self = task.withWebAddressesOnly.setting(.added, toString: arrival.dateText)
  }

  /// The task as it goes to another machine.
  ///
  /// - Parameter sender: Who sends it, as `user@host`.
  package func payload(from sender: String) -> String {
    withWebAddressesOnly.setting(.from, toString: sender).json
  }

  /// The attachments that stay here when the task goes to another machine: all but addresses in the web.
  package var localAttachments: [String] { attachments.filter { !Self.isWebAddress($0) } }

  private var withWebAddressesOnly: QueuedTask {
    let addresses = attachments.filter(Self.isWebAddress).map { JSONText.encode($0) }
    let list = Array("[".utf8) + addresses.joined(separator: ", ".utf8) + Array("]".utf8)
    return setting(.attachments, to: addresses.isEmpty ? nil : list)
  }

  /// Whether this is an address that another machine can reach and any program can take: it has one of the
  /// schemes of the web, no space, and nothing that could drive a terminal.
  private static func isWebAddress(_ address: String) -> Bool {
    beginsLikeWebAddress(address) && !address.utf8.contains(UInt8(ascii: " ")) && !address.isUnsafeToShow
  }

  private static func beginsLikeWebAddress(_ address: String) -> Bool {
    // Letters of the scheme may be capitals (RFC 3986, section 3.1).
    let start = address.utf8.prefix(8).map { $0.isLetter ? $0 | 0x20 : $0 }
    return start.starts(with: "http://".utf8) || start.starts(with: "https://".utf8)
  }
}
