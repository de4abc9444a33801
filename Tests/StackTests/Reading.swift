// A text as the reader sees it, without a file.

@testable import Stack

/// What was read, or what is wrong and where.
enum Reading: Equatable {
  case sound(Outline)
  case malformed(FormatProblem, offset: Int)

  init(_ text: [UInt8], _ extent: ReadingExtent = .wholeWithElements(of: .tasks), bufferSize: Int = 4096) {
    var reader = DocumentReader(.memory(text), bufferSize: bufferSize)
    do throws(ScanError) {
      self = .sound(try reader.read(extent))
    } catch {
      guard case .malformed(let problem, let offset) = error else {
        preconditionFailure("there is no system in memory")
      }
      self = .malformed(problem, offset: offset)
    }
  }

  var outline: Outline? { if case .sound(let outline) = self { outline } else { nil } }
}
