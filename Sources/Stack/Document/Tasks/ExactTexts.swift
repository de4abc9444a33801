// Texts that are told apart by their bytes.

/// A set of texts that are told apart by their bytes. (For `Set<String>`, é is é however it is composed; for a
/// file system it isn't.)
package struct ExactTexts {
  private var texts: Set<[UInt8]> = []

  package init(_ texts: [String] = []) {
    self.texts.reserveCapacity(texts.count)
    for text in texts { insert(text) }
  }

  /// Adds a text; returns whether it wasn't there before.
  @discardableResult
  package mutating func insert(_ text: String) -> Bool {
    texts.insert(Array(text.utf8)).inserted
  }

  package func contains(_ text: String) -> Bool {
    texts.contains(Array(text.utf8))
  }
}
