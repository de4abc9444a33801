// The exploration of power cuts, held against writers that are broken on purpose: it must catch each of them.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.needsStrace, .needsPython)
  struct BrokenWriterTests {
    /// A writer in small steps, each of which can be left out; and what must be found: a file that is neither as
    /// before nor as after, or one that isn't as after in spite of the acknowledgement.
    struct Writer: CustomTestStringConvertible {
      let name: String
      /// The steps, in Python: `write` and `sync` a path, `move` the new text to its place, and `say` that it is done.
      let steps: String
      /// The folder of the file that is written. Where it is another one than this, the file isn't there before.
      var folder = "."
      var isTorn = false
      var isLost = false

      var testDescription: String { name }

      static let all = [
        Writer(name: "sound", steps: "write(new); sync(new); move(); sync('.'); say()"),
        Writer(
          name: "without a sync of the text", steps: "write(new); move(); sync('.'); say()", isTorn: true,
          isLost: true),
        Writer(
          name: "without a sync of the folder", steps: "write(new); sync(new); move(); say()", isLost: true),
        Writer(name: "in place", steps: "write(file); sync(file); sync('.'); say()", isTorn: true),
        Writer(
          name: "in place without truncating",
          steps: "write(file, os.O_WRONLY); sync(file); sync('.'); say()", isTorn: true),
        Writer(
          name: "without a sync of a new folder",
          steps: "os.mkdir('d'); write(new); sync(new); move(); sync('d'); say()", folder: "d", isLost: true),
        Writer(
          name: "acknowledging too early", steps: "write(new); sync(new); move(); say(); sync('.')",
          isLost: true),
        Writer(
          name: "removing first",
          steps: "write(new); sync(new); os.unlink(file); sync('.'); move(); sync('.'); say()", isTorn: true),
        Writer(
          name: "sound in a new folder",
          steps: "os.mkdir('d'); sync('.'); write(new); sync(new); move(); sync('d'); say()", folder: "d"),
      ]
    }

    private static let before = "The text as it was, and a little more of it.\n"
    private static let after = "What was written in its place: a text that is longer than the one before.\n"

    /// Python itself: what stands in `PATH` may be a script that looks for it first, and all of that would be traced.
    private static let python = Result {
      try Home().shell("python3 -c 'import sys; sys.stdout.write(sys.executable)'").output
    }

    @Test(arguments: TestExtent.sample(Writer.all, 3))
    func isCaught(_ writer: Writer) throws {
      let home = Home()
      let isThere = writer.folder == "."
      if isThere { try home.write(Data(Self.before.utf8), to: "f") }
      let program = """
        import os
        file = '\(writer.folder)/f'
        new = file + '.new'
        def write(path, flags=os.O_WRONLY | os.O_CREAT | os.O_TRUNC):
          opened = os.open(path, flags, 0o600)
          text = b\(String(reflecting: Self.after))
          os.write(opened, text[:20])
          os.write(opened, text[20:])
          os.close(opened)
        def sync(path):
          opened = os.open(path, os.O_RDONLY)
          os.fsync(opened)
          os.close(opened)
        def move():
          os.rename(new, file)
        def say():
          os.write(1, b"done\\n")
        \(writer.steps)
        """
      let disk = Disk(try Snapshot(of: [home.folder.path], except: [".bin"]))
      let (finished, trace) = try home.trace(
        Self.python.get(), ["-I", "-S", "-B", "-c", program], names: Trace.names)
      #expect(finished == Finished(status: 0, output: "done\n", errors: ""))

      var states = CutStates()
      let end = states.explore(trace, on: disk, in: home.folder.path)
      let file = home.url(isThere ? "f" : "d/f").path
      #expect(end.unknown.isEmpty)
      #expect(end.disk.find(file)?.inode.flatMap { end.disk.bytes(of: $0) } == Data(Self.after.utf8))
      let beforeText = isThere ? Data(Self.before.utf8) : nil
      var found = (isTorn: false, isLost: false)
      for key in states.keys {
        let text = key.state.text(of: file)
        if text == Data(Self.after.utf8) { continue }
        if text != beforeText { found.isTorn = true }
        if key.isAcknowledged { found.isLost = true }
      }
      #expect(found == (writer.isTorn, writer.isLost), "\(states.keys.count) states")
    }
  }
#endif
