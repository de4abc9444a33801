// Watching a queue: each new front, as soon as it is there.

extension TaskQueue {
  /// Calls `deliver` with the front of the queue now, and again whenever it is another one.
  ///
  /// The call blocks its thread and starts no other. It returns when the other end of `descriptor` is closed. While
  /// nothing changes in the directories that lead to the file, it uses no CPU time; see <doc:Watching>.
  ///
  /// - Parameters:
  ///   - depth: How many tasks are counted. The file is not read further than that.
  ///   - descriptor: An open end of a pipe or a socket, or a terminal. Without one, only an error that `deliver`
  ///     throws ends the call.
  ///   - deliver: Gets the front, or why it can't be read. A malformed file is delivered only if it is still
  ///     malformed 20 ms later, because another program may be writing it.
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
        // An editor may have emptied the file, or moved it away, and not written the new text yet.
        watch.pause()
        front = look()
      }
      if front != delivered { try deliver(front) }
      delivered = front
    } while watch.wait()
  }
}
