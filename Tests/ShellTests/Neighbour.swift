import Foundation
import TestSupport
import Testing

@testable import StackCommand

/// Another project that changes the prompt or runs hooks, or a stand-in for one. Scripts/README.md
/// explains its file.
struct Neighbour: CustomTestStringConvertible, Sendable {
  let name: String
  let shell: Shell
  /// The lines of the file; those that begin with `#:` have a key and a value.
  private let text: String

  static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scripts")
  private static let scripts = ProcessInfo.processInfo.environment["STACK_TEST_SCRIPTS"] ?? ""

  init(_ name: String, _ shell: Shell, _ text: String) {
    self.name = name
    self.shell = shell
    self.text = text
  }

  /// The neighbours of a kind, except those that need a copy of a project that isn't there.
  static func all(_ kind: String) -> [Neighbour] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/\(kind)")) ?? []
    return names.sorted().compactMap { name in
      guard
        let text = try? String(
          contentsOfFile: "\(directory.path)/\(kind)/\(name)", encoding: .utf8),
        let shell = Shell(rawValue: String(name.split(separator: ".").last ?? ""))
      else { return nil }
      let neighbour = Neighbour(name, shell, text)
      return neighbour.isMissingCopy ? nil : neighbour
    }
  }

  /// Whether it needs a copy of a project that isn't there.
  var isMissingCopy: Bool {
    needs.map { !$0.hasPrefix("/") } == true && !isAvailable
  }

  /// The values of a key.
  func values(_ key: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("#: \(key) '") }
      .map { String($0.dropFirst(key.count + 5).dropLast()).replacing("$needs", with: path) }
  }

  private var needs: String? { values("needs").first }
  /// The path of what it needs.
  private var path: String {
    let needs = text.firstMatch(of: /#: needs '(.*)'/).map { String($0.1) } ?? ""
    return needs.hasPrefix("/") ? needs : "\(Self.scripts)/\(needs)"
  }
  private var isAvailable: Bool { needs == nil || FileManager.default.fileExists(atPath: path) }

  /// Skips the test if what it needs is missing.
  func require() throws { if !isAvailable { throw Missing(reason: "there is no \(path)") } }

  /// Its lines for the start-up file.
  var lines: String {
    "needs='\(path)' scripts='\(Self.scripts)' neighbours='\(Self.directory.path)'\n\(text)"
  }
  /// How its prompt may end.
  var endings: [String] { values("ending").isEmpty ? ["ready> "] : values("ending") }

  var testDescription: String { name }
}
