// A file that another program shortens while it is read: whatever the command has seen of it, it doesn't crash.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.enabled(if: Need.strace != nil, Need.straceReason))
  struct ShortenedFileTests {
    /// The file seems to end where it is read for the first time, the second time, and so on.
    @Test(arguments: [
      "edit --all", "edit", "edit Reworded", "send robin@desk", "log", "done", "skip", "undo", "count",
      "prompt",
    ])
    func itIsReadAsItIs(_ command: String) throws {
      let home = Home(in: Home.memory)
      try home.writeQueue(StackFile.text(tasks: 4_000))
      #expect(try home.stack("done").status == 0)
      let text = home.queueText()
      for number in 1...6 {
        let finished = try home.shell(
          """
          EDITOR=true STACK_SSH=false strace -o trace -e trace=pread64 \
            -e inject=pread64:retval=0:when=\(number)+ -- stack \(command)
          """)
        #expect(finished.status < 128, "\(number): \(finished.errors)")
        if home.queueText() == text { continue }
        #expect(finished.status == 0, "\(number): \(finished.errors)")
        try #require(text).write(to: home.queueFile(), atomically: false, encoding: .utf8)
      }
    }
  }
#endif
