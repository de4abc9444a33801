// The key `until`: a task that is put aside (<doc:FileFormat#Snoozed-tasks>).

extension QueuedTask {
  /// Until when the task is snoozed; `nil` if it isn't: if `until` isn't a date in whole seconds,
  /// it is a custom key.
  public var until: Timestamp? {
    Container.string(under: .until, in: text).flatMap { Timestamp(until: $0) }
  }

  /// The task with another `until`; `nil` if `until` is a custom key. Before 1970 and after 9999,
  /// it is the nearest moment in between, because the form of a date has four digits for the year.
  func snoozed(until: Timestamp) -> QueuedTask? {
    let task = awake
    guard Container.value(under: .until, in: task.text) == nil else { return nil }
    let moment = max(Timestamp(seconds: 0), min(until, .last))
    return task.setting(.until, toString: moment.dateText)
  }

  /// The task at a moment: an ordinary one if it has woken.
  func woken(at now: Timestamp) -> QueuedTask { until.map { $0 <= now } == true ? awake : self }

  /// The task without a valid `until`.
  var awake: QueuedTask { until == nil ? self : removing { $0 == .until } }
}

extension Timestamp {
  /// The date of the key `until`, in whole seconds; `nil` for any other text.
  init?(until text: String) {
    guard text.utf8.last == UInt8(ascii: "Z"), !text.utf8.contains(.period) else {
      return nil
    }
    self.init(dateText: text)
  }
}
