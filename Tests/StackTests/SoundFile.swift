import Foundation

/// A valid stack file in `Cases/sound`: a layout that people use, or something that RFC 8259
/// allows.
struct SoundFile: Sendable, CustomStringConvertible {
  let name: String
  let data: Data

  var text: String { String(decoding: data, as: UTF8.self) }
  var description: String { name }

  static let all: [SoundFile] = {
    let directory =
      Bundle.module.resourceURL?.appendingPathComponent("Cases/sound")
      ?? URL(fileURLWithPath: "Cases")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: directory.appendingPathComponent(name)))
        .map { SoundFile(name: String(name.prefix { $0 != "." }), data: $0) }
    }
  }()

  /// The files that differ only in their layout.
  static let layouts = all.filter { $0.name.hasPrefix("layout-") }
}
