// Watching a queue for changes.

extension TaskQueue {
  /// Calls `deliver` with the front of the queue now, and again whenever the front has changed.
  ///
  /// The call blocks its thread, and returns when the other end of `descriptor`, a pipe, a socket
  /// or a terminal, is closed. With `nil`, only an error of `deliver`, which the call throws, ends
  /// it. It uses inotify(7) or kqueue(2), and no CPU time while nothing happens in the directories
  /// on the way to the file. While all tasks are asleep, it looks once a minute, and when the first
  /// one wakes. <doc:Watching> has examples.
  ///
  /// At most `depth` tasks are counted, and the file is read only as far as that requires. An error
  /// or a missing file is reported only if nothing happens for 20 ms, or after half a second,
  /// because a program may be writing the file.
  public func watch<Failure>(
    within depth: Int = QueueFront.maximumDepth, untilClosed descriptor: Int32? = nil,
    _ deliver: (Result<QueueFront, QueueError>) throws(Failure) -> Void
  ) throws(Failure) {
    func look() -> Result<QueueFront, QueueError> {
      Result { () throws(QueueError) in try self.front(within: depth) }
    }
    let watch = PathWatch(path, untilClosed: descriptor)
    var delivered: Result<QueueFront, QueueError>?
    var front: Result<QueueFront, QueueError>
    repeat {
      watch.renew()
      front = look()
      // An editor may have emptied or moved the file, and not written the new text yet.
      let limit = Clock.uptime + 500_000_000
      var isChanging = true
      while isChanging, front != delivered, (try? front.get())?.hasFile != true {
        isChanging = watch.changes(within: 20) && Clock.uptime < limit
        watch.renew()
        front = look()
      }
      if front != delivered { try deliver(front) }
      delivered = front
    } while watch.wait(until: (try? front.get())?.changesAt)
  }
}
