// Who may use a file: its owner, its permissions and its access control list.

import CSystem

extension OpenFile {
  /// Gives this new, empty file the access of another file, and never more
  /// (<doc:AtomicCommit#The-steps>, step 5). If the access control list can't be copied, only the
  /// owner has access, and this returns the reason.
  func adoptAccess(of other: OpenFile, _ status: FileStatus) throws(FileError)
    -> FileError?
  {
    let own = try self.status()
    var permissions = status.permissions
    var keepsGroup = own.group == status.group
    if own.owner != status.owner || !keepsGroup {
      // Only root can change the owner; members of the group can keep the group.
      keepsGroup =
        retrying { fchown(descriptor, status.owner, status.group) } == 0 || keepsGroup
        || retrying { fchown(descriptor, uid_t.max, status.group) } == 0
    }
    let list = try other.accessList()
    if list.isEmpty {
      try removeAccessList()
    } else if !keepsGroup || retrying({ stack_set_access_list(descriptor, list, list.count) }) != 0
    {
      // The list may grant rights to a group that the new file can't have.
      let refusal = FileError(
        .keepAccess, other.path, code: keepsGroup ? stack_error_code() : EPERM)
      try makePrivate(permissions)
      return refusal
    }
    if !keepsGroup {
      // Members of the old group are others now, and members of the new group were others before,
      // so group and others get only the permissions that both had.
      let common = permissions & permissions >> 3 & 0o007
      permissions = permissions & 0o700 | common << 3 | common
    }
    if own.permissions != permissions { try setPermissions(permissions) }
    return nil
  }

  /// Restricts access to the owner.
  func makePrivate(_ permissions: UInt32 = 0o600) throws(FileError) {
    try removeAccessList()
    try setPermissions(permissions & 0o700)
  }

  /// The access control list of the file, as the bytes of its extended attribute; empty if there is
  /// none.
  func accessList() throws(FileError) -> [UInt8] {
    let size = try unless(
      .noAccessList, path.call(.prepare) { stack_access_list(descriptor, nil, 0) })
    guard let size, size > 0 else { return [] }
    // The maximum size of an extended attribute.
    return try [UInt8](upTo: 65536) { (list) throws(FileError) in
      try path.call(.prepare) { stack_access_list(descriptor, list.baseAddress, list.count) }
    }
  }

  private func removeAccessList() throws(FileError) {
    if try !accessList().isEmpty {
      try path.call(.prepare) { stack_remove_access_list(descriptor) }
    }
  }

  /// Sets the file's permissions, if the file system has any.
  private func setPermissions(_ permissions: UInt32) throws(FileError) {
    try unless(.notOffered, path.call(.prepare) { fchmod(descriptor, mode_t(permissions)) })
  }
}
