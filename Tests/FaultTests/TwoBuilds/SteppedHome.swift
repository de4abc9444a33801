// A home in which one build takes the steps, and what there is to be seen of it after each.

#if os(Linux)
  import Foundation
  import TestSupport

  /// What there is to be seen after a step, but for times and the path of the home.
  struct Sight: Equatable {
    var status: Int32 = 0
    var output: [UInt8] = []
    var errors: [UInt8] = []
    /// What lies in the home, by path: its kind, its mode, and its bytes.
    var files: [String: [UInt8]] = [:]

    /// Says in which respects another one differs.
    func differences(from other: Sight) -> [String] {
      var differences: [String] = []
      if status != other.status { differences.append("status \(status) and \(other.status)") }
      for (name, one, two) in [("output", output, other.output), ("errors", errors, other.errors)]
      where one != two {
        differences.append("\(name) \(Step.quoted(one)) and \(Step.quoted(two))")
      }
      for path in Set(files.keys).union(other.files.keys).sorted() where files[path] != other.files[path] {
        let texts = [files[path], other.files[path]].map { $0.map(Step.quoted) ?? "nothing" }
        differences.append("\(path) is \(texts[0]) and \(texts[1])")
      }
      return differences
    }
  }

  /// A home in which one build takes the steps.
  struct SteppedHome {
    let home: Home
    /// When the first step was taken, in seconds since 1970.
    private let start = Self.now
    /// What the runs read and write lies beside the home, and isn't compared.
    private let streams: Home

    init(of build: ProgramBuild) throws {
      home = Home(program: build.program, in: Home.memory)
      streams = Home(program: build.program, in: Home.memory)
    }

    /// Takes a step.
    func take(_ step: Step) throws -> Sight {
      var sight = Sight()
      switch step {
      case .run(let run): try take(run, &sight)
      case .write(let bytes, let path): try home.write(Data(bytes), to: path)
      case .copy(let path, let other):
        if let data = try? Data(contentsOf: home.url(path)) { try home.write(data, to: other) }
      case .replace(let text, let other, let path):
        // Byte by byte: each byte is a character of ISO Latin 1.
        if let data = try? Data(contentsOf: home.url(path)),
          let old = String(data: data, encoding: .isoLatin1)
        {
          let new = old.replacingOccurrences(of: text, with: other, options: .literal)
          try home.write(new.data(using: .isoLatin1) ?? data, to: path)
        }
      }
      sight.files = try files()
      return sight
    }

    /// The seconds since 1970, from the clock that the program asks. That of `time` is some milliseconds late.
    static var now: Int {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return now.tv_sec
    }

    // MARK: Running

    private func take(_ run: Run, _ sight: inout Sight) throws {
      let input = streams.url("input"), output = streams.url("output"), errors = streams.url("errors")
      for (url, bytes) in [(input, run.input ?? []), (output, []), (errors, [])] {
        try Data(bytes).write(to: url)
      }
      let terminal = run.streams == .files ? nil : try PseudoTerminal()
      let writing = O_WRONLY | O_APPEND | O_NOCTTY
      let device = terminal?.device
      // Foundation can't pass bytes that are no UTF-8, and names the program by its path.
      let script = #"cd -- "$0" && exec -a "$1" "${@:2}""#
      let words = ["-c", script, home.folder.path].map { Array($0.utf8) }
      let program = Array(home.program.path.utf8)
      let arguments = words + [run.name, program] + run.arguments.map(inHome)
      // A session of its own, so that nothing asks the terminal from which the tests were started.
      let process = try SpawnedProcess(
        "/bin/bash", arguments, environment: environment(run), inNewSession: true,
        [
          .open(0, run.input == nil ? "/dev/null" : input.path, flags: O_RDONLY),
          .open(1, run.streams == .bothToTerminal ? device ?? "" : output.path, flags: writing),
          .open(2, device ?? errors.path, flags: writing),
        ])
      let shown = terminal?.readToEnd() ?? []
      sight.status = process.wait()
      sight.output = normalised(try [UInt8](Data(contentsOf: output)))
      sight.errors = normalised(try [UInt8](Data(contentsOf: errors)) + shown)
    }

    private func environment(_ run: Run) -> [[UInt8]] {
      var variables: [String: [UInt8]?] = home.environment.mapValues { Array($0.utf8) }
      variables.merge(run.variables) { $1 }
      return variables.sorted { $0.key < $1.key }.compactMap { name, value in
        value.map { Array("\(name)=".utf8) + inHome($0) }
      }
    }

    private func inHome(_ bytes: [UInt8]) -> [UInt8] {
      Self.replacing(Array("@HOME@".utf8), by: Array(home.folder.path.utf8), in: bytes)
    }

    // MARK: Looking

    private func files() throws -> [String: [UInt8]] {
      var files: [String: [[UInt8]]] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: home.folder.path)
      where !path.hasPrefix(".bin") {
        let place = home.url(path).path
        var status = stat()
        guard lstat(place, &status) == 0 else { continue }
        var content = Array("\(String(status.st_mode, radix: 8)) ".utf8)
        switch status.st_mode & S_IFMT {
        case S_IFREG: content += normalised([UInt8](try Data(contentsOf: URL(fileURLWithPath: place))))
        case S_IFLNK:
          content += normalised(
            Array(try FileManager.default.destinationOfSymbolicLink(atPath: place).utf8))
        default: break
        }
        // Folders whose names are random have the same one here.
        files[String(decoding: normalised(Array(path.utf8)), as: UTF8.self), default: []].append(content)
      }
      return files.mapValues { Array($0.sorted { $0.lexicographicallyPrecedes($1) }.joined()) }
    }

    /// The bytes with `HOME` for the path of the home, with no digits in times that have come since the first
    /// step, and without what is random in the name of the folder of a text that is edited.
    private func normalised(_ bytes: [UInt8]) -> [UInt8] {
      // A file's history mirrors its path without the slash in front.
      let path = Array(home.folder.path.utf8.dropFirst())
      var bytes = Self.replacing(path, by: Array("HOME".utf8), in: bytes)
      let editing = Array("/editing.".utf8)
      for start in bytes.indices where bytes[start...].starts(with: editing) {
        let random = (start + editing.count)..<(start + editing.count + 6)
        if random.upperBound <= bytes.count { bytes.replaceSubrange(random, with: Array("XXXXXX".utf8)) }
      }
      let now = Self.now
      // As in a task, and as in the name of a version, to the second: the digits of `date +%FT%T` stand apart
      // or together.
      var position = 0
      while position < bytes.count {
        guard bytes[position] == UInt8(ascii: "T") else {
          position += 1
          continue
        }
        for (before, after) in [(10, 9), (8, 17)] where position >= before && position + after < bytes.count {
          let range = (position - before)..<(position + after + 1)
          let text = String(decoding: bytes[range], as: UTF8.self)
          if let date = Self.seconds(text), (start...now).contains(date) {
            for index in range where (0x30...0x39).contains(bytes[index]) { bytes[index] = UInt8(ascii: "#") }
          }
        }
        position += 1
      }
      return bytes
    }

    /// The seconds since 1970 of `2026-11-21T10:05:00Z` and of `20261121T100500.123456789Z`.
    private static func seconds(_ text: String) -> Int? {
      guard text.utf8.count == text.count, text.hasSuffix("Z") else { return nil }
      let isName = text.contains(".")
      let digits = text.prefix(isName ? 15 : 19).filter { ("0"..."9").contains($0) }
      guard digits.count == 14, text.filter(\.isNumber).count == (isName ? 23 : 14) else { return nil }
      let numbers = digits.compactMap(\.wholeNumberValue)
      func number(_ range: Range<Int>) -> Int32 { numbers[range].reduce(0) { $0 * 10 + Int32($1) } }
      var parts = tm()
      (parts.tm_year, parts.tm_mon, parts.tm_mday) = (number(0..<4) - 1900, number(4..<6) - 1, number(6..<8))
      (parts.tm_hour, parts.tm_min, parts.tm_sec) = (number(8..<10), number(10..<12), number(12..<14))
      return timegm(&parts)
    }

    private static func replacing(_ part: [UInt8], by other: [UInt8], in bytes: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      var rest = bytes[...]
      while let first = part.first, let start = rest.firstIndex(of: first) {
        result += rest[..<start]
        rest = rest[start...]
        let isThere = rest.starts(with: part)
        result += isThere ? other : [first]
        rest = rest.dropFirst(isThere ? part.count : 1)
      }
      return result + rest
    }
  }

  /// The end of a terminal at which a person sits.
  private final class PseudoTerminal {
    private let controller: Int32
    let device: String

    init() throws {
      var ends: (controller: Int32, device: Int32) = (-1, -1)
      var name = [CChar](repeating: 0, count: 256)
      guard openpty(&ends.controller, &ends.device, &name, nil, nil) == 0 else { throw POSIXError(.ENOTTY) }
      _ = fcntl(ends.controller, F_SETFD, FD_CLOEXEC)
      // The program opens it by its name, and is the only one that has it.
      close(ends.device)
      controller = ends.controller
      device = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { close(controller) }

    /// All that is shown until nobody has the terminal open any more.
    func readToEnd() -> [UInt8] {
      var shown: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(controller, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return shown }
        shown += buffer[..<count]
      }
    }
  }
#endif
