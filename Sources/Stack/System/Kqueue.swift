// The kernel's events about files and directories on Apple's systems: kqueue(2).

#if canImport(Darwin)
  import CSystem

  /// The same as with inotify. A watch is a file that is open for its events only.
  enum FileEvents {
    static func makeQueue() -> Int32 { kqueue() }

    static func watch(_ path: Pathname, isRegular: Bool, in queue: Int32) -> Int32 {
      let file = path.withCString { stack_open(AT_FDCWD, $0, O_EVTONLY | O_CLOEXEC | O_SYMLINK, 0) }
      if file < 0 { return -1 }
      var request = kevent()
      request.ident = UInt(file)
      request.filter = Int16(EVFILT_VNODE)
      request.flags = UInt16(EV_ADD | EV_CLEAR)
      request.fflags = UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_RENAME | NOTE_DELETE | NOTE_REVOKE)
      if kevent(queue, &request, 1, nil, 0, nil) == 0 { return file }
      close(file)
      return -1
    }

    static func remove(_ watch: Int32, from queue: Int32) { close(watch) }

    static func drain(_ queue: Int32) {
      var event = kevent()
      var noTime = timespec()
      _ = kevent(queue, nil, 0, &event, 1, &noTime)
    }
  }
#endif
