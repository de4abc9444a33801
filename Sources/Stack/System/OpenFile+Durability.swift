// When what was written is on the disk.

import CSystem

extension OpenFile {
  /// Asks the system to begin writing the file to the disk, so that `sync` takes less time.
  func beginSync() { stack_begin_writing(descriptor) }

  /// What a sync guarantees: that earlier writes reach the disk before later ones, or that they are
  /// on the disk. Only Apple's systems distinguish the two. A barrier for the bytes alone may leave
  /// out times, owner and permissions.
  enum Durability { case bytes, barrier, full }

  /// Returns when the file is on the disk; a barrier on Apple's systems guarantees only the order.
  /// Some network and user-space file systems can't sync, at least not directories; then this does
  /// nothing.
  func sync(_ durability: Durability = .barrier) throws(FileError) {
    #if canImport(Darwin)
      // fsync(2) there leaves the bytes in the drive's cache, in any order. A barrier keeps the
      // order and costs little; a full sync empties the cache and costs much. HFS and APFS offer
      // both, FAT and UDF only the full sync (fcntl(2)). Others refuse with one of three codes:
      // https://github.com/libuv/libuv/pull/2135
      for request in durability == .full ? [F_FULLFSYNC] : [F_BARRIERFSYNC, F_FULLFSYNC] {
        if try unless(.notOffered, path.call(.sync) { stack_request(descriptor, request) }) != nil {
          return
        }
      }
      let call = fsync
    #else
      let call = durability == .bytes ? fdatasync : fsync
    #endif
    try unless(.notOffered, path.call(.sync) { call(descriptor) })
  }
}
