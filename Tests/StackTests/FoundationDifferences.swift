// Where Foundation's JSON reader is known to be laxer or stricter than RFC 8259. (What is right is in Cases.)

import Foundation

/// Whether a text has something that Foundation judges otherwise: a comma behind the last element or a beginning that
/// looks like UTF-16 or UTF-32, which it takes; a number that no Double can hold or half a surrogate pair as an escape,
/// which it refuses.
func differsFromFoundation(_ text: [UInt8]) -> Bool {
  if text.prefix(4).contains(0) || text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) {
    return true
  }
  let words = Tokens(text).all.filter { !" \t\n\r".utf8.contains($0[0]) }
  for (word, next) in zip(words, words.dropFirst() + [[]]) {
    switch word[0] {
    case UInt8(ascii: ",") where next == Array("]".utf8) || next == Array("}".utf8): return true
    case UInt8(ascii: "\""):
      let escapes = String(decoding: word, as: UTF8.self).replacing("\\\\", with: "")
      let halves = escapes.replacing(/\\u[dD][89abAB]..\\u[dD][c-fC-F]../, with: "")
      if halves.contains(/\\u[dD][89a-fA-F]/) { return true }
    default:
      if Double(String(decoding: word, as: UTF8.self))?.isInfinite == true { return true }
    }
  }
  return false
}
