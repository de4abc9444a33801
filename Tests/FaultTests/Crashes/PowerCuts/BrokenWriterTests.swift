// Checks the exploration of power cuts with writers that are broken on purpose: it must find the
// fault of each.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(.waitsForPrograms, .needsStrace, .needsPython) struct BrokenWriterTests {
    /// A writer in Python, and what a power cut may do to its file.
    struct Writer: CustomTestStringConvertible {
      /// The steps: `write` and `sync` a path, `move` the new text into place, `say` that it is
      /// done.
      let steps: String
      /// The directory of the file. If it isn't the current one, the file doesn't exist before.
      var directory = "."
      /// Whether the file may be neither as before nor as after.
      var isTorn = false
      /// Whether the file may not be as after despite the acknowledgement.
      var isLost = false
      /// Whether the file may be as after, with another mode.
      var losesMode = false

      var testDescription: String { steps }

      static let all = [
        Writer(steps: "write(new); sync(new); move(); sync('.'); say()"),
        Writer(
          steps: "os.mkdir('d'); sync('.'); write(new); sync(new); move(); sync('d'); say()",
          directory: "d"),
        Writer(steps: "write(new); move(); sync('.'); say()", isTorn: true, isLost: true),
        Writer(steps: "write(new); sync(new); move(); say()", isLost: true),
        Writer(steps: "write(new); sync(new); move(); say(); sync('.')", isLost: true),
        Writer(steps: "write(file); sync(file); sync('.'); say()", isTorn: true),
        Writer(steps: "write(file, os.O_WRONLY); sync(file); sync('.'); say()", isTorn: true),
        Writer(
          steps: "os.mkdir('d'); write(new); sync(new); move(); sync('d'); say()", directory: "d",
          isLost: true),
        Writer(
          steps: "write(new); sync(new); os.unlink(file); sync('.'); move(); sync('.'); say()",
          isTorn: true),
        Writer(steps: "write(new); os.chmod(new, 0o640); sync(new); move(); sync('.'); say()"),
        Writer(
          steps: "write(new); os.chmod(new, 0o640); sync_bytes(new); move(); sync('.'); say()",
          losesMode: true),
      ]
    }

    private static let before = "The text as it was, and a little more of it."
    private static let after = "The text in its place: one that is longer than the one before."

    @Test(arguments: Writer.all) func theFaultOfAWriterIsFound(
      _ writer: Writer
    ) throws {
      let home = Home()
      let before = writer.directory == "." ? Self.before : nil
      if let before { try home.write(before, to: "f") }
      let disk = Disk(try Snapshot(of: [home.directory.path], except: [".bin"]))
      let (finished, trace) = try home.trace(
        Program.python,
        ["-I", "-S", "-B", Need.script("writer.py"), writer.directory, Self.after, writer.steps],
        names: Trace.names)
      #expect(finished == Finished(output: "done\n"))

      var states = CutStates()
      let end = states.explore(trace, on: disk, in: home.directory.path)
      let file = Disk.join(home.directory.path, "\(writer.directory)/f")
      #expect(end.unknown.isEmpty)
      #expect(
        end.disk.find(file)?.inode.flatMap { end.disk.bytes(of: $0) } == Data(Self.after.utf8))
      let found = states.keys.map { key in
        (file: key.state.file(at: file), isAcknowledged: key.isAcknowledged)
      }
      let others = found.filter { $0.file?.text.asText != Self.after }
      #expect(others.contains { $0.file?.text.asText != before } == writer.isTorn)
      #expect(others.contains(where: \.isAcknowledged) == writer.isLost)
      let modes = Set(found.filter { $0.file?.text.asText == Self.after }.map(\.file?.mode))
      #expect((modes.count > 1) == writer.losesMode)
    }
  }
#endif
