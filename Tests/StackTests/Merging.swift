// Merges texts in a test.

import TestSupport
import Testing

@testable import Stack

/// What became of two texts.
struct MergedTexts {
  let text: String
  let isChanged: Bool
  let hasConflict: Bool
  let conflicts: [MergeConflict]
}

/// Merges texts that go back to a third; without one, or with an empty one, nobody knows what they were once.
func merge(_ base: String?, _ ours: String, _ theirs: String) -> MergedTexts {
  do {
    let before = try base.flatMap { $0.isEmpty ? nil : try MergeCopy(Array($0.utf8)) }
    let merge = try Merge(
      base: before, ours: MergeCopy(Array(ours.utf8)), theirs: MergeCopy(Array(theirs.utf8)))
    return MergedTexts(
      text: String(decoding: merge.text(Array(ours.utf8)), as: UTF8.self), isChanged: merge.isChanged,
      hasConflict: merge.hasConflict, conflicts: merge.conflicts)
  } catch {
    Issue.record("\(error)")
    return MergedTexts(text: "", isChanged: false, hasConflict: false, conflicts: [])
  }
}
