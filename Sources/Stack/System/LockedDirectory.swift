import CSystem

/// A directory that is locked until this object is released, or the process ends.
package final class LockedDirectory: Sendable {
  private let directory: Directory

  package var path: Pathname { directory.path }

  /// - Throws: Also if another process holds the lock.
  package init(_ path: Pathname) throws(FileError) {
    directory = try Directory(path)
    try directory.requireReadable()
    guard try directory.file.lockWithoutWaiting() else {
      throw FileError(.lock, path, code: EWOULDBLOCK)
    }
  }
}
