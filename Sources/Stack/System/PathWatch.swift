import CSystem

/// Waits until a path leads to another file or its file changes
/// (<doc:Watching#Watched-directories-and-files>).
final class PathWatch {
  private let path: Pathname
  /// The descriptor that ends the waiting when its other end is closed; -1 if there is none.
  private var descriptor: Int32
  private let queue = FileEvents.makeQueue()
  private var watches: [Int32] = []
  /// Whether something may change without an event.
  private var mayMissEvents = false

  init(_ path: Pathname, untilClosed descriptor: Int32?) {
    self.path = path
    self.descriptor = descriptor ?? -1
  }

  deinit {
    for watch in watches { FileEvents.remove(watch, from: queue) }
    close(queue)
  }

  /// Watches the directories on the path and its file, as they are now. A change after that ends
  /// the next `wait`.
  func renew() {
    let former = watches
    watches = []
    mayMissEvents = false
    var directory = Pathname(unchecked: path.isAbsolute ? "/" : ".")
    var names = Array(path.components.reversed())
    var linkCount = 0
    watch(directory)
    // A directory is watched before a name is looked up in it; so no change is missed in between.
    while let name = names.popLast() {
      let next = directory.appending(name)
      guard let status = status(of: next) else { break }
      if !status.isSymbolicLink {
        directory = next
        watch(next, isRegular: status.isRegular)
        continue
      }
      linkCount += 1
      // Only the kernel can follow its own links below /proc.
      guard linkCount <= PathWalk.maximumLinkCount, !next.bytes.starts(with: "/proc/".utf8),
        let destination = try? OpenFile(next, for: .link).linkDestination()
      else {
        mayMissEvents = true
        break
      }
      if destination.isAbsolute { directory = Pathname(unchecked: "/") }
      names += destination.components.reversed()
    }
    for watch in former where !watches.contains(watch) { FileEvents.remove(watch, from: queue) }
  }

  /// The status of a file; `nil` if there is none, or if it can't be known. Then the path may lead
  /// on: expanding links may have made it too long.
  private func status(of path: Pathname) -> FileStatus? {
    do throws(FileError) {
      return try FileSystem.status(of: path)
    } catch {
      mayMissEvents = true
      return nil
    }
  }

  private func watch(_ path: Pathname, isRegular: Bool = false) {
    let watch = FileEvents.watch(path, isRegular: isRegular, in: queue)
    if watch >= 0 { watches.append(watch) }
    if watch < 0 || path.withCString(stack_may_change_elsewhere) { mayMissEvents = true }
  }

  /// Waits for an event; for a second at most, if something may change without one. Returns `false`
  /// if the other end of the descriptor was closed.
  ///
  /// - Parameter time: The moment at which the waiting ends without an event. It ends after a
  ///   minute even if that moment is later, because a changed clock or a suspended machine causes
  ///   no event.
  func wait(until time: Timestamp?) -> Bool {
    // No events are requested for the descriptor: poll(2) always reports that its other end was
    // closed.
    var waiting = [(queue, POLLIN), (descriptor, 0)].map {
      pollfd(fd: $0.0, events: Int16($0.1), revents: 0)
    }
    repeat {
      let timeout =
        mayMissEvents ? 1000 : time.map { Timestamp.wallClock.milliseconds(to: $0) } ?? -1
      _ = poll(&waiting, 2, timeout)
    } while waiting[0].revents != 0 && waiting[1].revents == 0 && !FileEvents.drain(queue)
    // On macOS, poll(2) doesn't support terminals (its manual, under BUGS).
    if waiting[1].revents & Int16(POLLNVAL) != 0 { descriptor = -1 }
    return waiting[1].revents & Int16(POLLERR | POLLHUP) == 0
  }

  /// Gives a program that is writing the file time to finish: waits for the next event for some
  /// milliseconds, and returns whether there was one.
  func changes(within milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, milliseconds) > 0 { if FileEvents.drain(queue) { return true } }
    return false
  }
}

extension Timestamp {
  /// The milliseconds until a moment, rounded up; 0 if it has passed, and a minute at most.
  func milliseconds(to moment: Timestamp) -> Int32 {
    let seconds = min(max(moment.seconds - self.seconds, -1), 61)
    let microseconds = seconds * 1_000_000 + moment.microseconds - self.microseconds
    return Int32(min(max((microseconds + 999) / 1000, 0), 60_000))
  }
}
