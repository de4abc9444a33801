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
    where address.beginsLikeWebAddress && address.isUnsafeToShow {
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
  package var localAttachments: [String] { attachments.filter { !$0.isWebAddress } }

  private var withWebAddressesOnly: QueuedTask {
    let addresses = attachments.filter { $0.isWebAddress }
    return setting(.attachments, to: addresses.isEmpty ? nil : JSONText.encode(addresses))
  }
}
