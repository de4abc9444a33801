import Foundation

/// A row of `StackTests/Cases/broken.txt`: a text that isn't a stack file, and why.
///
/// The columns are the name of the case, the position and the problem, and the text. In the text,
/// `\n`, `\r`, `\t`, `\\` and `\xHH` are bytes, and `«TEXT×N»` is a repetition.
public struct BrokenFile: Sendable, CustomStringConvertible {
  /// The name of the case.
  public let name: String
  /// The line and the column at which reading ends, as in a message.
  public let position: String
  /// What a message says.
  public let problem: String
  /// The bytes of the file.
  public let data: Data

  /// The name of the case.
  public var description: String { name }

  /// All rows.
  public static let all: [BrokenFile] = {
    let table = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../StackTests/Cases/broken.txt").standardizedFileURL
    let rows = (try? String(contentsOf: table, encoding: .utf8))?.split(separator: "\n") ?? []
    return rows.compactMap(BrokenFile.init)
  }()

  private init?(_ row: Substring) {
    let columns = row.components(separatedBy: ": ")
    if columns.count < 4 { return nil }
    name = columns[0]
    position = columns[1]
    problem = columns[2]
    data = Data(Self.decoded(columns[3...].joined(separator: ": ")))
  }

  private static func decoded(_ text: String) -> [UInt8] {
    let repeated = text.replacing(/«(.*?)×([0-9]+)»/) { match in
      String(repeating: String(match.1), count: Int(match.2) ?? 0)
    }
    var rest = repeated.utf8[...]
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "x"):
        bytes.append(UInt8(Substring(rest.prefix(2)), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      default: bytes.append(escape)
      }
    }
    return bytes
  }
}
