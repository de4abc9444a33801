// What was done to a text, as the one place where it differs.

/// The one place where two texts differ: what stood there and what stands there now.
struct Edit: Equatable {
  let removed: [UInt8]
  let inserted: [UInt8]

  init(from old: [UInt8], to new: [UInt8]) {
    let shorter = min(old.count, new.count)
    let start = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let rest = shorter - start
    let end = (0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest
    removed = Array(old[start..<(old.count - end)])
    inserted = Array(new[start..<(new.count - end)])
  }
}
