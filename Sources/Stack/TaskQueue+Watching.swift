// Watching a queue. The article "Watching" has examples.

extension TaskQueue {
  /// Calls `deliver` with the front of the queue now, and again whenever the front has changed.
  ///
  /// The call blocks its thread, and returns when the other end of `descriptor` is closed. It uses inotify(7) or
  /// kqueue(2), and no CPU time while nothing happens in the directories on the way to the file. See <doc:Watching>.
  ///
  /// - Parameters:
  ///   - depth: How many tasks are counted. The file is read only as far as that takes.
  ///   - descriptor: An end of a pipe or a socket, or a terminal. With `nil`, only an error of `deliver` ends the call.
  ///   - deliver: Receives the front, or an error that is still there 20 ms later: a program may be writing the file.
  /// - Throws: The errors of `deliver`.
  public func watch<Failure>(
    within depth: Int = QueueFront.maximumDepth, untilClosed descriptor: Int32? = nil,
    _ deliver: (Result<QueueFront, QueueError>) throws(Failure) -> Void
  ) throws(Failure) {
    func look() -> Result<QueueFront, QueueError> {
      do throws(QueueError) { return .success(try front(within: depth)) } catch { return .failure(error) }
    }
    let watch = PathWatch(path, untilClosed: descriptor)
    var delivered: Result<QueueFront, QueueError>?
    repeat {
      watch.renew()
      var front = look()
      if front != delivered, (try? front.get())?.hasFile != true {
        // An editor may have emptied or moved the file, and not written the new text yet.
        watch.pause()
        front = look()
      }
      if front != delivered { try deliver(front) }
      delivered = front
    } while watch.wait()
  }
}
