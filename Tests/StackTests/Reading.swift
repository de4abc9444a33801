// A text as the reader sees it, without a file.

@testable import Stack

/// What was read, or what is wrong and where.
enum Reading {
  case sound(Document)
  case malformed(FormatProblem, offset: Int)

  init(_ text: [UInt8], upTo limit: Int = .max, includingRest includesRest: Bool = true) {
    do throws(ScanError) {
      self = .sound(try Document(text, upTo: limit, includingRest: includesRest))
    } catch {
      self = .malformed(error.problem, offset: error.offset)
    }
  }
}
