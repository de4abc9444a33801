// This process: its environment, and the user that it runs as.
//
// A static executable on Linux can't load the modules that getpwuid(3) and getgrouplist(3) need, so
// this reads `/etc/passwd` and `/etc/group`. `.github/SECURITY.md` has the consequences.

import CSystem

package enum System {
  /// The bytes of an environment variable; `nil` if it isn't set.
  package static func environmentVariable(_ name: String) -> [UInt8]? {
    getenv(name).map { Pathname(cString: $0).bytes }
  }

  static var effectiveUser: UInt32 { geteuid() }

  /// The name of a user, or the number if the user has none here.
  static func name(of user: UInt32) -> String {
    #if canImport(Darwin)
      if let entry = getpwuid(user)?.pointee { return String(cString: entry.pw_name) }
    #endif
    let account = accounts().first { $0.user == user }
    return account.map { String(decoding: $0.name, as: UTF8.self) } ?? "\(user)"
  }

  /// Whether a group is the user's private group: it has the user's name, and no other member. The
  /// name is required, too, because `/etc/group` doesn't show whether a directory service adds
  /// members.
  static func isOwnGroup(_ group: UInt32) -> Bool {
    let members = accounts().filter { $0.group == group }
    guard members.count == 1, members[0].user == effectiveUser else { return false }
    let records = records(in: "/etc/group").filter { number($0[2]) == group }
    return !records.isEmpty
      && records.allSatisfy { $0[0] == members[0].name && ($0[3].isEmpty || $0[3] == $0[0]) }
  }

  private typealias Account = (name: ArraySlice<UInt8>, user: UInt32, group: UInt32)

  private static func accounts() -> [Account] {
    records(in: "/etc/passwd").compactMap { fields in
      guard let user = number(fields[2]), let group = number(fields[3]) else { return nil }
      return (fields[0], user, group)
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
    UInt32(String(decoding: digits, as: UTF8.self))
  }

  /// The fields of each line that has at least four, as the lines of both files have.
  private static func records(in path: String) -> [[ArraySlice<UInt8>]] {
    let bytes = (try? FileSystem.bytes(of: Pathname(unchecked: path))) ?? []
    return bytes.split(separator: .lineFeed)
      .map { $0.split(separator: .colon, omittingEmptySubsequences: false) }.filter {
        $0.count > 3
      }
  }
}
