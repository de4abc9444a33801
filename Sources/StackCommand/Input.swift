// Tasks that come from a person's answer or from standard input.

import Stack

enum Input {
  /// Asks a person for a task.
  static func askForTitle(_ output: Output) throws(CommandError) -> TaskTitle {
    let answer: [UInt8]?
    do throws(SystemError) {
      answer = try System.readTypedLine { output.say("New task: ", terminator: "") }
    } catch {
      throw .system(error)
    }
    guard let answer else {
      output.say("")
      throw .cancelled("no task was given")
    }
    guard let title = try title(answer[...], line: 1) else { throw .cancelled("no task was given") }
    return title
  }

  /// Reads a task from each line of standard input that isn't blank.
  static func readTitles() throws(CommandError) -> [TaskTitle] {
    let bytes = try read(atMost: .max)
    var titles: [TaskTitle] = []
    var number = 0
    // The LF of a CR LF ends a blank line of its own; so numbers count LF alone where there is one.
    let hasLineFeeds = bytes.contains(UInt8(ascii: "\n"))
    var start = bytes.startIndex
    while start < bytes.endIndex {
      number += 1
      let end =
        bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.endIndex
      if let title = try title(bytes[start..<end], line: number) { titles.append(title) }
      if hasLineFeeds, end < bytes.endIndex, bytes[end] == UInt8(ascii: "\r") { number -= 1 }
      start = end + 1
    }
    return titles
  }

  /// Reads standard input to its end, or until it is longer than `limit` bytes.
  static func read(atMost limit: Int) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    let step = 65536
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 16)
    defer { buffer.deallocate() }
    do throws(SystemError) {
      while bytes.count <= limit {
        let count = try OpenFile.standardInput.readNext(into: buffer)
        if count == 0 { break }
        bytes.append(contentsOf: buffer[..<count])
      }
    } catch {
      throw .system(error)
    }
    return bytes
  }

  /// The task that a line holds, `nil` for a blank line.
  private static func title(_ line: ArraySlice<UInt8>, line number: Int) throws(CommandError)
    -> TaskTitle?
  {
    guard let text = String(exactly: line) else { throw .inputNotUTF8(line: number) }
    do throws(TaskTitle.Problem) {
      return try TaskTitle(text)
    } catch {
      switch error {
      case .empty: return nil
      case .lineBreak: throw .unfitText(.lineBreak)
      }
    }
  }
}
