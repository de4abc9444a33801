// A folder on whichever file system is wanted, gone with whoever refers to it.

import Foundation

/// A new folder for as long as somebody refers to it.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: String

  /// Makes a folder in another.
  public init(in place: URL = FileManager.default.temporaryDirectory) throws {
    let folder = place.resolvingSymlinksInPath().appendingPathComponent("stack-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A place on another file system than that of the homes; `nil` where there is none that can be written to.
  public static let otherFileSystem: URL? = {
    let manager = FileManager.default
    func device(_ path: String) -> Int? {
      (try? manager.attributesOfItem(atPath: path))?[.systemNumber] as? Int
    }
    let own = device(manager.temporaryDirectory.path)
    return ["/dev/shm", "/var/tmp"].first { device($0) != own && manager.isWritableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }()
}
