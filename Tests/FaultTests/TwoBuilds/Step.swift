// What is done in the homes of both builds, one step after the other.

import Foundation

/// Something that is done in the homes of both builds.
enum Step: Sendable {
  case run(Run)
  /// A file is written, as by an editor or by a program that syncs.
  case write([UInt8], to: String)
  /// A file is copied; where there is none, nothing happens.
  case copy(String, to: String)
  /// A text in a file is replaced wherever it stands.
  case replace(String, by: String, in: String)

  /// A run of the program with these words.
  static func stack(_ words: String..., input: String? = nil) -> Step {
    .run(Run(arguments: words.map { Array($0.utf8) }, input: input.map { Array($0.utf8) }))
  }
}

/// A run of the program.
struct Run: Sendable {
  /// Which of its streams are a terminal.
  enum Streams: Sendable {
    case files
    case errorsToTerminal
    case bothToTerminal
  }

  /// The name under which the program is called.
  var name: [UInt8] = Array("stack".utf8)
  /// The words behind the name. `@HOME@` stands for the path of the home.
  var arguments: [[UInt8]]
  /// What standard input holds; nothing, if this is `nil`.
  var input: [UInt8]?
  /// Variables that are set besides the usual ones, or are not set, where the value is `nil`.
  var variables: [String: [UInt8]?] = [:]
  var streams = Streams.files
}

extension Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .run(let run):
      var words = run.variables.sorted { $0.key < $1.key }.map { name, value in
        value.map { "\(name)=\(Self.quoted($0))" } ?? "(no \(name))"
      }
      words += ([run.name] + run.arguments).map(Self.quoted)
      if let input = run.input { words.append("<<< \(Self.quoted(input))") }
      return "\(words.joined(separator: " ")) (\(run.streams))"
    case .write(let bytes, let path): return "write \(path): \(Self.quoted(bytes))"
    case .copy(let path, let other): return "copy \(path) to \(other)"
    case .replace(let text, let other, let path): return "replace \(text) by \(other) in \(path)"
    }
  }

  /// The bytes in ASCII, as bash could read them.
  static func quoted(_ bytes: [UInt8]) -> String {
    let text = bytes.prefix(600).map { byte in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\\(UnicodeScalar(byte))"
      case 0x20...0x7E: String(UnicodeScalar(byte))
      default: "\\x" + String(0x100 + Int(byte), radix: 16).dropFirst()
      }
    }
    return "$'\(text.joined())'" + (bytes.count > 600 ? "… (\(bytes.count) bytes)" : "")
  }
}
