// The links between the documentation files.

import Foundation
import Testing

@Suite struct DocumentLinkTests {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
    .standardized

  /// The Markdown files of the repository, as paths from its root.
  private static let documents: [String] = {
    var documents: [String] = []
    let tree = FileManager.default.enumerator(atPath: root.path)
    while let path = tree?.nextObject() as? String {
      // Directories of builds have tens of thousands of files.
      if path.hasPrefix(".build") || path == ".git" { tree?.skipDescendants() }
      if path.hasSuffix(".md") { documents.append(path) }
    }
    return documents
  }()

  @Test func everyDocumentIsFound() {
    for path in [
      "README.md", ".github/SECURITY.md", "completions/README.md",
      "Sources/Stack/Stack.docc/Stack.md",
    ] {
      #expect(Self.documents.contains(path))
    }
  }

  @Test(arguments: documents) func everyRelativeLinkLeadsToAFile(from document: String) throws {
    let file = Self.root.appendingPathComponent(document)
    let text = try String(contentsOf: file, encoding: .utf8)
    let link =
      /\]\((?<path>[^)\s]+)\)|<doc:(?<article>[^>]*)>|(?:src|srcset|href)="(?<source>[^"]+)"/
    for match in text.matches(of: link) {
      let target =
        match.path ?? match.source
        ?? match.article.map { $0.hasPrefix("#") ? "" : "\($0.prefix { $0 != "#" }).md" }
      guard let path = target?.prefix(while: { $0 != "#" }), !path.isEmpty, !path.contains(":")
      else { continue }
      let linked = file.deletingLastPathComponent().appendingPathComponent(String(path))
      #expect(
        FileManager.default.fileExists(atPath: linked.path), "\(document) links to \(match.0)")
    }
  }
}
