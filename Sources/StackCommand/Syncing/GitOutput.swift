import CSystem
import Stack

/// What a call of git prints, which a person sees if it takes longer than a second.
final class GitOutput {
  let output: OpenFile
  let errors: OpenFile
  /// Why git has to be ended.
  private(set) var problem: String?
  private let start = stack_uptime().tv_sec
  private var lastChange = stack_uptime().tv_sec
  private var size = 0
  private var shownCount = 0

  init() throws(FileError) {
    output = try OpenFile.temporary()
    errors = try OpenFile.temporary()
  }

  /// How many seconds git may print nothing. A test can't wait so long.
  private static let patience =
    System.firstVariable(["STACK_SYNC_SECONDS"]).flatMap {
      Int(String(decoding: $0, as: UTF8.self))
    } ?? 120

  /// Waits a moment for git, and shows its progress. Returns whether git has to be ended.
  func isUnusual() -> Bool {
    let now = stack_uptime().tv_sec
    let isSlow = now > start + 1
    if isSlow, StandardError.isTerminal { StandardError.write(rest) }
    usleep(isSlow ? 50_000 : 1000)
    let newSize = [output, errors].reduce(0) { $0 + ((try? $1.status())?.size ?? 0) }
    if newSize != size { lastChange = now }
    size = newSize
    if size > 1 << 30 { problem = "printed more than a gigabyte" }
    // At a terminal, it may be asking something.
    if !StandardError.isTerminal, now > lastChange + Self.patience {
      problem = "printed nothing for \(Self.patience) seconds"
    }
    return problem != nil
  }

  /// What wasn't shown yet. The other machine may have sent control characters. Of progress, which
  /// overwrites a line, only a terminal shows all.
  var rest: String {
    let bytes = ((try? errors.bytes()) ?? []).dropFirst(shownCount)
    shownCount += bytes.count
    return bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).map { line in
      line.split(
        separator: UInt8(ascii: "\r"), omittingEmptySubsequences: !StandardError.isTerminal
      )
      .suffix(StandardError.isTerminal ? .max : 1)
      .map { String(decoding: $0, as: UTF8.self).visible }.joined(separator: "\r")
    }.joined(separator: "\n")
  }
}
