// The kernel's events about files and directories on Linux: inotify(7).

#if !canImport(Darwin)
  import CSystem

  /// A queue of events, by its descriptor. The events themselves are ignored: any event is a reason to look again.
  enum FileEvents {
    /// A new queue; -1 if the system has no events, or this user has no instance left.
    static func makeQueue() -> Int32 { inotify_init1(O_CLOEXEC | O_NONBLOCK) }

    /// Watches a directory for its entries, or a regular file for its contents; a link is not followed. Returns the
    /// watch, which is the same for the same file; -1 if the file can't be watched.
    static func watch(_ path: Pathname, isRegular: Bool, in queue: Int32) -> Int32 {
      // In a directory, changes of contents aren't watched: a home directory has logs that change all the time.
      let events = isRegular ? IN_MODIFY | IN_CLOSE_WRITE : IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      return path.withCString { inotify_add_watch(queue, $0, UInt32(events | IN_ATTRIB | IN_DONT_FOLLOW)) }
    }

    static func remove(_ watch: Int32, from queue: Int32) { inotify_rm_watch(queue, watch) }

    static func drain(_ queue: Int32) {
      var events = [UInt8](repeating: 0, count: 4096)
      _ = read(queue, &events, events.count)
    }
  }
#endif
