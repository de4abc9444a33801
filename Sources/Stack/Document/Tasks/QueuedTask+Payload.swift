// The wire format: a task that is sent to another machine, or received from one.

extension QueuedTask {
  /// The maximum size of a task from another machine, in bytes.
  package static let maximumPayloadSize = 65536

  /// A task that came from another machine.
  ///
  /// Its sender isn't trusted. The task is validated like a file and written on one line. Keys of
  /// an ending and a valid `until` are removed, and of its attachments only web addresses are kept,
  /// because its files aren't here. `added` is the sender's, until a queue receives the task.
  package init(payload: [UInt8]) throws(FormatProblem) {
    if payload.count > Self.maximumPayloadSize { throw .tooLarge }
    _ = try QueuedTask(validating: payload)
    if JSONText.containsNull(payload) { throw .null }
    var keys: Set<[UInt8]> = []
    for member in Container(payload).items {
      let key = JSONText.decode(member.keyText(in: payload))
      if !keys.insert(Array(key.utf8)).inserted { throw .duplicateKey(key) }
    }
    guard let text = Container.string(under: .title, in: payload), let title = try? TaskTitle(text)
    else {
      throw .invalidTitle
    }
    let task = QueuedTask(validated: JSONText.oneLine(payload)).withoutEnding.awake.setting(
      .title, toString: title.text)
    for address in task.attachments
    where Self.beginsLikeWebAddress(address) && address.isUnsafeToShow {
      throw .unsafeAddress
    }
    self = task.withWebAddressesOnly
  }

  /// The task as it goes to another queue of the same user: all keys, on one line.
  package var onOneLine: QueuedTask { QueuedTask(validated: JSONText.oneLine(text)) }

  /// The task as it goes to another machine. The sender is `user@host`.
  package func payload(from sender: String) -> String {
    withWebAddressesOnly.setting(.from, toString: sender).json
  }

  /// The attachments that stay here when the task is sent to another machine: all except web
  /// addresses.
  package var localAttachments: [String] { attachments.filter { !Self.isWebAddress($0) } }

  private var withWebAddressesOnly: QueuedTask {
    let addresses = attachments.filter(Self.isWebAddress)
    return setting(.attachments, to: addresses.isEmpty ? nil : JSONText.encode(addresses))
  }

  /// Whether another machine can reach this, and any program can use it: it has a web scheme, no
  /// space, and nothing that could control a terminal.
  private static func isWebAddress(_ address: String) -> Bool {
    beginsLikeWebAddress(address) && !address.utf8.contains(.space)
      && !address.isUnsafeToShow
  }

  private static func beginsLikeWebAddress(_ address: String) -> Bool {
    guard let scheme = address.urlScheme, scheme == "http" || scheme == "https" else {
      return false
    }
    return address.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
  }
}

extension String {
  /// The scheme of a URL, in lower case; `nil` if the text doesn't begin with a scheme and a colon,
  /// and so isn't a URL.
  package var urlScheme: String? {
    guard let colon = utf8.firstIndex(of: .colon), utf8.first?.isLetter == true,
      utf8[..<colon].allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    return String(decoding: utf8[..<colon].map { $0.isLetter ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
