// The exploration of power cuts, held against writers that are broken on purpose: it must catch each of them.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    .enabled(if: Need.strace != nil, Need.straceReason),
    .enabled(if: Program.exists("python3"), "needs python3, in which the writers are written"))
  struct BrokenWriterTests {
    /// A writer in small steps, each of which can be left out.
    enum Writer: String, CaseIterable, Sendable {
      case sound
      case withoutSyncOfTheText
      case withoutSyncOfTheFolder
      case inPlace
      case inPlaceWithoutTruncating
      case withoutSyncOfANewFolder
      case acknowledgingTooEarly
      case removingFirst
      case soundInANewFolder

      static let explored = TestExtent.sample(allCases, 3)

      /// The steps, in Python, where `write`, `sync` and `say` are at hand.
      var steps: String {
        switch self {
        case .sound:
          "write('f.new'); sync('f.new'); os.rename('f.new', 'f'); sync('.'); say()"
        case .withoutSyncOfTheText:
          "write('f.new'); os.rename('f.new', 'f'); sync('.'); say()"
        case .withoutSyncOfTheFolder:
          "write('f.new'); sync('f.new'); os.rename('f.new', 'f'); say()"
        case .inPlace:
          "write('f'); sync('f'); sync('.'); say()"
        case .inPlaceWithoutTruncating:
          "write('f', os.O_WRONLY); sync('f'); sync('.'); say()"
        case .withoutSyncOfANewFolder:
          "os.mkdir('d'); write('d/f.new'); sync('d/f.new'); os.rename('d/f.new', 'd/f'); sync('d'); say()"
        case .acknowledgingTooEarly:
          "write('f.new'); sync('f.new'); os.rename('f.new', 'f'); say(); sync('.')"
        case .removingFirst:
          "write('f.new'); sync('f.new'); os.unlink('f'); sync('.'); os.rename('f.new', 'f'); sync('.'); say()"
        case .soundInANewFolder:
          """
          os.mkdir('d'); sync('.'); write('d/f.new'); sync('d/f.new'); os.rename('d/f.new', 'd/f'); sync('d')
          say()
          """
        }
      }

      /// The file that is written, and whether it is there before.
      var file: (path: String, isThere: Bool) {
        self == .withoutSyncOfANewFolder || self == .soundInANewFolder ? ("d/f", false) : ("f", true)
      }

      /// What must be found: a file that is neither as before nor as after, or one that isn't as after in
      /// spite of the acknowledgement.
      var fault: (isTorn: Bool, isLost: Bool) {
        switch self {
        case .sound, .soundInANewFolder: (false, false)
        case .withoutSyncOfTheText: (true, true)
        case .withoutSyncOfTheFolder, .withoutSyncOfANewFolder, .acknowledgingTooEarly: (false, true)
        case .inPlace, .inPlaceWithoutTruncating, .removingFirst: (true, false)
        }
      }
    }

    private static let before = "The text as it was, and a little more of it.\n"
    private static let after = "What was written in its place: a text that is longer than the one before.\n"

    @Test(arguments: Writer.explored, Disk.Model.allCases)
    func isCaught(_ writer: Writer, in model: Disk.Model) throws {
      let home = Home(in: Home.memory)
      let (path, isThere) = writer.file
      if isThere { try home.write(Data(Self.before.utf8), to: path) }
      let program = """
        import os
        def write(path, flags=os.O_WRONLY | os.O_CREAT | os.O_TRUNC):
          file = os.open(path, flags, 0o600)
          text = b\(String(reflecting: Self.after))
          os.write(file, text[:20])
          os.write(file, text[20:])
          os.close(file)
        def sync(path):
          file = os.open(path, os.O_RDONLY)
          os.fsync(file)
          os.close(file)
        def say():
          os.write(1, b"done\\n")
        \(writer.steps)
        """
      let disk = try Disk(holding: [home.folder.path], except: [".bin"], model: model)
      let (finished, trace) = try home.trace(
        try #require(Program.path(of: "python3")), ["-B", "-c", program], names: Trace.names)
      #expect(finished == Finished(status: 0, output: "done\n", errors: ""))

      var states = CutStates()
      let end = states.explore(trace, on: disk, in: home.folder.path)
      let file = home.url(path).path
      #expect(end.unknown.isEmpty)
      #expect(end.disk.find(file)?.inode.flatMap { end.disk.bytes(of: $0) } == [UInt8](Self.after.utf8))
      let beforeText = isThere ? [UInt8](Self.before.utf8) : nil
      var found = (isTorn: false, isLost: false)
      for key in states.models.keys {
        let text = states.text(key.state.text(at: file))
        if text == [UInt8](Self.after.utf8) { continue }
        if text != beforeText { found.isTorn = true }
        if key.isAcknowledged { found.isLost = true }
      }
      // Without a sync, the model that keeps the name of a new folder keeps it when a file in it is synced.
      let isHarmless = model == .keepingNames && writer == .withoutSyncOfANewFolder
      let expected = isHarmless ? (isTorn: false, isLost: false) : writer.fault
      #expect(found == expected, "\(states.models.count) states")
    }
  }
#endif
