// The links between the documentation files.

import Foundation
import Testing

@Suite(.waitsForPrograms) struct DocumentLinkTests {
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
      #/
      (?m) \]\( (?<path>[^)\s]+) \) | ^\[ [^\]^]+ \]:\ (?<target>\S+)
      | (?:src|srcset|href)="(?<source>[^"]+)"
      /#
    for match in text.matches(of: link) {
      let target = match.path ?? match.target ?? match.source
      guard let path = target?.prefix(while: { $0 != "#" }), !path.isEmpty, !path.contains(":")
      else { continue }
      let linked = file.deletingLastPathComponent().appendingPathComponent(String(path))
      #expect(
        FileManager.default.fileExists(atPath: linked.path), "\(document) links to \(match.0)")
    }
  }

  /// An article defines each link twice. DocC uses the first definition, which begins with `doc:`.
  /// For the pages of a repository, the first ones belong to a footnote, and the second ones apply.
  @Test(arguments: documents.filter { $0.contains(".docc/") })
  func everyLinkOfAnArticleWorksInDocCAndOnAWebPage(_ document: String) throws {
    let file = Self.root.appendingPathComponent(document)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains("<doc:") && !text.contains("](#"))
    let definitions = text.matches(of: /(?m)^\[(?<label>[^\]^]+)\]: (?<target>\S+)$/)
    let footnote = definitions.filter { $0.target.hasPrefix("doc:") }
    let block = footnote.map { $0.0 }.joined(separator: "\n")
    #expect(footnote.isEmpty || text.contains("\n\n[^DocC]: links\n\(block)\n\n"))
    let links = footnote.map { definition in
      let target = definition.target.dropFirst("doc:".count).split(
        separator: "#", omittingEmptySubsequences: false)
      let page = target[0].isEmpty ? "" : "\(target[0]).md"
      let section = target.dropFirst().map { "#" + $0.lowercased() }.joined()
      return "[\(definition.label)]: \(page)\(section)"
    }
    #expect(definitions.dropFirst(footnote.count).map { String($0.0) } == links)
  }
}
