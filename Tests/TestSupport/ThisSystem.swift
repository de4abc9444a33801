import Foundation

/// How the system on which the tests run differs from others.
public enum ThisSystem {
  /// Whether file names may be any bytes. (macOS requires UTF-8.)
  public static let takesNamesThatAreNotUTF8 = (try? Home().shell("mkdir $'\\xFF'").status) == 0

  /// Whether `date` is GNU's.
  public static let hasGNUDate = (try? Home().shell("date -d @0").status) == 0

  /// Whether there is a device that is always full; macOS has none.
  public static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// A directory in memory, where syncing is fast, if it has room and runs programs; else a
  /// temporary directory.
  public static let memory: URL = {
    #if canImport(Glibc)
      let noPrograms: UInt = 8  // ST_NOEXEC, which Glibc declares only for C with GNU extensions
      var status = statvfs()
      if access("/dev/shm", W_OK) == 0, statvfs("/dev/shm", &status) == 0,
        status.f_flag & noPrograms == 0, status.f_bavail * status.f_frsize > 1 << 30
      {
        return URL(fileURLWithPath: "/dev/shm", isDirectory: true)
      }
    #endif
    return FileManager.default.temporaryDirectory
  }()

  /// A writable directory on another file system than the homes; `nil` if there is none.
  public static let otherFileSystem: URL? = {
    let manager = FileManager.default
    func device(_ path: String) -> Int? {
      (try? manager.attributesOfItem(atPath: path))?[.systemNumber] as? Int
    }
    let own = device(memory.path)
    return ["/var/tmp", "/dev/shm"].first {
      device($0) != own && manager.isWritableFile(atPath: $0)
    }
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

/// The status of a file.
public struct FileStatus: Equatable {
  /// The owner's number.
  public let owner: Int
  /// The group's number.
  public let group: Int
  /// The permissions in octal, such as `600`.
  public let mode: String
  /// The number of hard links.
  public let names: Int
}

extension Home {
  /// The status of a file, or of a link itself.
  public func status(of path: String) throws -> FileStatus {
    let attributes = try FileManager.default.attributesOfItem(atPath: url(path).path)
    func number(_ key: FileAttributeKey) -> Int { (attributes[key] as? NSNumber)?.intValue ?? -1 }
    return FileStatus(
      owner: number(.ownerAccountID), group: number(.groupOwnerAccountID),
      mode: String(number(.posixPermissions), radix: 8), names: number(.referenceCount))
  }

  /// The destinations of all symbolic links in the home, by path.
  public var links: [String: String] {
    let paths = files(below: ".").compactMap { path in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: url(path).path)).map {
        (path, $0)
      }
    }
    return Dictionary(uniqueKeysWithValues: paths)
  }

  /// A value for `EDITOR` that runs a sed(1) script without single quotes. (`sed -i` differs
  /// between systems.)
  public static func editor(sed script: String) -> String {
    "change() { sed '\(script)' \"$1\" >~/changed && cat ~/changed >\"$1\"; }; change"
  }
}
