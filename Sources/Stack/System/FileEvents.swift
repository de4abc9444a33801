import CSystem

/// The kernel's events about files and directories, in a queue that has a descriptor: inotify(7),
/// or kqueue(2) on Apple's systems. Any event is a reason to look again, except the end of a watch.
enum FileEvents {
  #if !canImport(Darwin)
    /// A new queue; -1 if the system has no events, or this user has no instance left.
    static func makeQueue() -> Int32 { inotify_init1(O_CLOEXEC | O_NONBLOCK) }

    /// Watches a directory for its entries, or a regular file for its contents; a link is not
    /// followed. Returns the watch, which is the same for the same file; -1 if the file can't be
    /// watched.
    static func watch(_ path: Pathname, isRegular: Bool, in queue: Int32) -> Int32 {
      // In a directory, changes of contents aren't watched: a home directory has logs that change
      // all the time.
      let events =
        isRegular ? IN_MODIFY | IN_CLOSE_WRITE : IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      return path.withCString {
        inotify_add_watch(queue, $0, UInt32(events | IN_ATTRIB | IN_DONT_FOLLOW))
      }
    }

    static func remove(_ watch: Int32, from queue: Int32) { inotify_rm_watch(queue, watch) }

    /// Reads events. Returns whether there is one besides ends of watches (`IN_IGNORED`), which
    /// follow each `remove`.
    static func drain(_ queue: Int32) -> Bool {
      var events = [UInt8](repeating: 0, count: 4096)
      let count = read(queue, &events, events.count)
      return events.withUnsafeBytes { bytes in
        var offset = 0
        while offset < count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          if event.mask & UInt32(IN_IGNORED) == 0 { return true }
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
        return false
      }
    }
  #else
    static func makeQueue() -> Int32 { kqueue() }

    /// A watch is a file that is open for its events only.
    static func watch(_ path: Pathname, isRegular: Bool, in queue: Int32) -> Int32 {
      let file = path.withCString { stack_open(AT_FDCWD, $0, O_EVTONLY | O_CLOEXEC | O_SYMLINK, 0) }
      if file < 0 { return -1 }
      var request = kevent()
      request.ident = UInt(file)
      request.filter = Int16(EVFILT_VNODE)
      request.flags = UInt16(EV_ADD | EV_CLEAR)
      request.fflags = UInt32(
        NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_RENAME | NOTE_DELETE | NOTE_REVOKE)
      if kevent(queue, &request, 1, nil, 0, nil) == 0 { return file }
      close(file)
      return -1
    }

    static func remove(_ watch: Int32, from queue: Int32) { close(watch) }

    /// Reads an event. Returns whether there is one.
    static func drain(_ queue: Int32) -> Bool {
      var event = kevent()
      var noTime = timespec()
      return kevent(queue, nil, 0, &event, 1, &noTime) > 0
    }
  #endif
}
