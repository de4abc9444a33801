// The links between the documentation files.

import Foundation
import Testing

@Suite struct DocumentLinkTests {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

  /// The Markdown files of the repository, as paths from its root.
  private static var documents: [String] {
    FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }.filter { path in
      path.hasSuffix(".md") && !path.split(separator: "/").contains { $0.hasPrefix(".build") }
    } ?? []
  }

  @Test func everyDocumentIsFound() {
    for path in ["README.md", ".github/SECURITY.md", "completions/README.md", "Sources/Stack/Stack.docc/Stack.md"] {
      #expect(Self.documents.contains(path))
    }
  }

  @Test(arguments: documents) func everyRelativeLinkLeadsToAFile(from document: String) throws {
    let file = Self.root.appendingPathComponent(document)
    let text = try String(contentsOf: file, encoding: .utf8)
    let link = /\]\((?<path>[^)\s]+)\)|<doc:(?<article>[^>]*)>|(?:src|srcset|href)="(?<source>[^"]+)"/
    for match in text.matches(of: link) {
      let target =
        match.path ?? match.source ?? match.article.map { $0.hasPrefix("#") ? "" : "\($0.prefix { $0 != "#" }).md" }
      guard let path = target?.prefix(while: { $0 != "#" }), !path.isEmpty, !path.contains(":") else { continue }
      let linked = file.deletingLastPathComponent().appendingPathComponent(String(path))
      #expect(FileManager.default.fileExists(atPath: linked.path), "\(document) links to \(match.0)")
    }
  }
}
