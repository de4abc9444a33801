import Foundation

/// A valid stack file in `Cases/sound`: a layout that people use, or something that RFC 8259
/// allows.
struct SoundFile: Sendable, CustomStringConvertible {
  let name: String
  let data: Data

  var text: String { String(decoding: data, as: UTF8.self) }
  var description: String { name }

  static let directory =
    Bundle.module.resourceURL?.appendingPathComponent("Cases") ?? URL(fileURLWithPath: "Cases")

  /// The names of the files in a directory of `Cases`.
  static func names(_ kind: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: directory.appendingPathComponent(kind).path)
    return files?.map { String($0.prefix { $0 != "." }) }.sorted() ?? []
  }

  static let all = names("sound").compactMap { name in
    (try? Data(contentsOf: directory.appendingPathComponent("sound/\(name).json")))
      .map { SoundFile(name: name, data: $0) }
  }

  /// The files that differ only in their layout.
  static let layouts = all.filter { $0.name.hasPrefix("layout-") }
}
