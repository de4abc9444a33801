// Files without a name: pipes and temporary files.

import CSystem
import Stack

extension OpenFile {
  /// Creates a file for this process alone, without a name.
  static func temporary() throws(SystemCallError) -> OpenFile {
    let path = Pathname(unchecked: "a temporary file")
    let stream = try path.call(.create) { tmpfile() }
    defer { fclose(stream) }
    return try OpenFile(copyOf: fileno(stream), path)
  }

  /// Creates a pipe: what is written to one end is read from the other.
  static func makePipe() throws(SystemCallError) -> (reading: OpenFile, writing: OpenFile) {
    let path = Pathname(unchecked: "a pipe")
    var ends: [Int32] = [-1, -1]
    try path.call(.create) { pipe(&ends) }
    defer { for end in ends { close(end) } }
    return (try OpenFile(copyOf: ends[0], path), try OpenFile(copyOf: ends[1], path))
  }
}
