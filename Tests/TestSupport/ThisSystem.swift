// What differs between systems, for tests that would otherwise ask tools which not every system has, or has the same.

import Foundation

/// What the system is like on which the tests run.
public enum ThisSystem {
  /// Whether a file may have any bytes for a name. (macOS takes nothing but UTF-8.)
  public static let takesNamesThatAreNotUTF8 = (try? Home().shell("mkdir $'\\xFF'").status) == 0

  /// Whether `date` is GNU's, which takes dates from a file.
  public static let hasGNUDate = (try? Home().shell("date -d @0").status) == 0

  /// Whether there is a device that is always full. (macOS has none.)
  public static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// A file system in memory, where nobody waits for the disk; any other where there is none that has room for the
  /// homes and runs the programs in them.
  public static let memory: URL = {
    #if canImport(Glibc)
      let noPrograms: UInt = 8  // ST_NOEXEC, which Glibc shows to C with extensions only
      var status = statvfs()
      if access("/dev/shm", W_OK) == 0, statvfs("/dev/shm", &status) == 0,
        status.f_flag & noPrograms == 0, status.f_bavail * status.f_frsize > 1 << 30
      {
        return URL(fileURLWithPath: "/dev/shm", isDirectory: true)
      }
    #endif
    return FileManager.default.temporaryDirectory
  }()

  /// A place on another file system than that of the homes; `nil` where there is none that can be written to.
  public static let otherFileSystem: URL? = {
    let manager = FileManager.default
    func device(_ path: String) -> Int? {
      (try? manager.attributesOfItem(atPath: path))?[.systemNumber] as? Int
    }
    let own = device(memory.path)
    return ["/var/tmp", "/dev/shm"].first { device($0) != own && manager.isWritableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }()

  /// A locale in UTF-8. (Only newer releases of macOS have `C.UTF-8`.)
  public static var locale: String {
    #if canImport(Darwin)
      "en_US.UTF-8"
    #else
      "C.UTF-8"
    #endif
  }
}

/// What the system says of a file.
public struct FileStatus: Equatable {
  /// The number of the user to whom it belongs.
  public let owner: Int
  /// The number of its group.
  public let group: Int
  /// The permissions in octal, such as `600`.
  public let mode: String
  /// How many hard links lead to it.
  public let names: Int
}

extension Home {
  /// What the system says of a file, and of a link itself.
  public func status(of path: String) throws -> FileStatus {
    let attributes = try FileManager.default.attributesOfItem(atPath: url(path).path)
    func number(_ key: FileAttributeKey) -> Int { (attributes[key] as? NSNumber)?.intValue ?? -1 }
    return FileStatus(
      owner: number(.ownerAccountID), group: number(.groupOwnerAccountID),
      mode: String(number(.posixPermissions), radix: 8), names: number(.referenceCount))
  }

  /// Where each symbolic link in the home leads to, by its path.
  public var links: [String: String] {
    let paths = files(below: ".").compactMap { path in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: url(path).path)).map { (path, $0) }
    }
    return Dictionary(uniqueKeysWithValues: paths)
  }

  /// A value for `EDITOR` that changes the text with a script for sed(1), without single quotes in it. (The option that
  /// changes a file in place is another one on each system.)
  public static func editor(sed script: String) -> String {
    "change() { sed '\(script)' \"$1\" >~/changed && cat ~/changed >\"$1\"; }; change"
  }
}
