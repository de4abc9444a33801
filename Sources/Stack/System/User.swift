// The user on whose behalf this process acts.

import CSystem

extension System {
  /// The user on whose behalf this process acts.
  static var effectiveUser: UInt32 { stack_effective_user() }

  /// Becomes the owner of a folder for good, with the groups that the system knows of that user.
  static func becomeOwner(of folder: FilePath, _ status: FileStatus) throws(SystemError) {
    #if canImport(Darwin)
      let entry = getpwuid(status.owner)?.pointee
      let group = entry?.pw_gid ?? status.group
      let hasGroups = entry.map { initgroups($0.pw_name, Int32(bitPattern: group)) } ?? setgroups(1, [group])
    #else
      let groups = groups(of: status.owner) ?? [status.group]
      let group = groups[0]
      let hasGroups = setgroups(groups.count, groups)
    #endif
    // In this order, because afterwards nothing of it is allowed any more.
    guard hasGroups == 0, setgid(group) == 0, setuid(status.owner) == 0 else {
      throw SystemError(.actForOwner, folder)
    }
  }

  #if !canImport(Darwin)
    /// The groups of a user, the first one first; `nil` for one that nothing is known of.
    ///
    /// The files are read here, because a static executable can't load what getpwuid(3) asks.
    private static func groups(of user: UInt32) -> [UInt32]? {
      func number(_ field: ArraySlice<UInt8>) -> UInt32? { UInt32(String(decoding: field, as: UTF8.self)) }
      for account in lines(of: "/etc/passwd") where account.count > 3 && number(account[2]) == user {
        guard let first = number(account[3]) else { return nil }
        let others = lines(of: "/etc/group").filter { group in
          group.count > 3 && group[3].split(separator: UInt8(ascii: ",")).contains(account[0])
        }
        return [first] + others.compactMap { number($0[2]) }.filter { $0 != first }
      }
      return nil
    }

    /// The fields of each line.
    private static func lines(of path: String) -> [[ArraySlice<UInt8>]] {
      let text = (try? OpenFile(FilePath(path), for: .reading).bytes()) ?? []
      return text.split(separator: UInt8(ascii: "\n")).map {
        $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      }
    }
  #endif
}
