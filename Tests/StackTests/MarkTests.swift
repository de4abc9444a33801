// What `.made` says, and when it shows that a file is on the disk.

import CSystem
import TestSupport
import Testing

@testable import Stack

@Suite struct MarkTests {
  /// The status of a regular file that was last modified and changed at these nanoseconds.
  private func status(inode: UInt64 = 7, modified: Int, changed: Int) -> Stack.FileStatus {
    var status = stat()
    status.st_ino = ino_t(inode)
    #if canImport(Darwin)
      status.st_mtimespec = timespec(tv_sec: 0, tv_nsec: modified)
      status.st_ctimespec = timespec(tv_sec: 0, tv_nsec: changed)
    #else
      status.st_mtim = timespec(tv_sec: 0, tv_nsec: modified)
      status.st_ctim = timespec(tv_sec: 0, tv_nsec: changed)
    #endif
    return Stack.FileStatus(status)
  }

  @Test func aMarkIsWrittenAndParsed() {
    let mark = Mark(inode: 7, changed: 1_764_316_800_123_456_789, size: 4096)
    let text = #"{"inode": 7, "changed": 1764316800123456789, "size": 4096}"# + "\n"
    #expect(mark.text == Array(text.utf8))
    #expect(Mark(Array(text.utf8)) == mark)
    #expect(Mark(Mark(nil, size: 12).text) == Mark(inode: nil, changed: nil, size: 12))
    #expect(Mark(status(inode: .max, modified: 1, changed: 2), size: nil).inode == -1)
  }

  /// A later release may add keys.
  @Test func otherKeysAreIgnored() {
    let text = #"{"commit": "0123abcd", "size": 1, "inode": [2], "changed": 9e9}"#
    #expect(Mark(Array(text.utf8)) == Mark(inode: nil, changed: nil, size: 1))
  }

  /// A power cut may leave a part of it, or as many zeros.
  @Test func anIncompleteMarkSaysNothing() {
    let text = Mark(inode: 7, changed: 20, size: 4096).text
    for count in 0..<(text.count - 1) {
      #expect(Mark(Array(text.prefix(count))) == nil)
      #expect(Mark(Array(text.prefix(count)) + Array(repeating: 0, count: 9)) == nil)
    }
  }

  @Test func onlyTheUnchangedFileIsKnown() {
    let mark = Mark(status(modified: 10, changed: 20), size: 1)
    #expect(mark.describes(status(modified: 10, changed: 20)))
    #expect(!mark.describes(status(inode: 8, modified: 10, changed: 20)))
    #expect(!mark.describes(status(modified: 10, changed: 21)))
    #expect(!Mark(nil, size: 1).describes(status(modified: 10, changed: 20)))
  }

  /// Where times are coarse, a write right after the rename leaves the change time as it is.
  @Test func aFileWrittenInTheTickOfTheRenameIsNotKnown() {
    let mark = Mark(status(modified: 10, changed: 20), size: 1)
    #expect(!mark.describes(status(modified: 20, changed: 20)))
  }
}
