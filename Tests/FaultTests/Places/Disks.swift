import Foundation
import TestSupport

/// A file system that is mounted for a test, as long as this object lives.
final class MountedDisk {
  let directory: URL
  /// The image or the directory that the file system is stored in.
  private let store: URL

  /// Mounts it with a script that gets the variables `directory` (the mount point) and `store`.
  private init(_ script: String) throws {
    let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let name = UUID().uuidString
    directory = place.appendingPathComponent("stack-disk-\(name)", isDirectory: true)
    store = place.appendingPathComponent("stack-store-\(name)")
    let finished = try shell("mkdir \"$directory\"\n\(script)")
    guard finished.status == 0 else { throw POSIXError(.EPERM) }
  }

  deinit { _ = try? shell(#"umount --lazy "$directory"; rmdir "$directory"; rm -rf "$store"*"#) }

  private func shell(_ script: String) throws -> Finished {
    try Home(["directory": directory.path, "store": store.path]).shell(
      "PATH=$PATH:/usr/sbin:/sbin\n\(script)")
  }

  // MARK: In memory

  static let isAvailableInMemory = (try? inMemory("size=64k")) != nil

  static func inMemory(_ options: String) throws -> MountedDisk {
    try MountedDisk("mount -t tmpfs -o \(options) tmpfs \"$directory\"")
  }

  /// Fills the disk, except for this many pages of memory.
  func fill(leaving pages: Int) throws {
    let size = pages * Int(getpagesize())
    _ = try shell(
      "cd \"$directory\"; mkdir filler; cat /dev/zero >filler/0; truncate --size=-\(size) filler/0")
  }

  /// Creates files until there is room for this many more.
  func fillWithFiles(leaving files: Int) throws {
    _ = try shell(
      """
      cd "$directory"; mkdir filler
      while : >filler/$((++last)); do :; done
      for ((number = 1; number <= \(files); number++)); do rm filler/$number; done
      """)
  }

  func empty() throws {
    try FileManager.default.removeItem(at: directory.appendingPathComponent("filler"))
  }

  // MARK: On a disk, and through FUSE

  /// The program of a FUSE file system keeps running, and must not hold descriptors that a test
  /// waits for.
  private static let closingDescriptors =
    "exec </dev/null >/dev/null 2>&1; for descriptor in {3..99}; do eval \"exec $descriptor>&-\"; done"

  static let isAvailableWithJournal = (try? withJournal()) != nil

  /// An ext4 file system in an image.
  static func withJournal() throws -> MountedDisk {
    try MountedDisk(
      #"truncate --size=64M "$store" && mkfs.ext4 -q "$store" && mount -o loop "$store" "$directory""#
    )
  }

  /// Unmounts it, as soon as no process uses it any longer: the children of a killed one may.
  private static let unmounting = """
    set -e
    unmount() {
      for attempt in {1..400}; do umount "$directory" 2>/dev/null && return; sleep 0.05; done
      return 1
    }
    """

  /// Runs a script that may unmount it.
  private func remount(_ script: String) throws {
    let finished = try shell("\(Self.unmounting)\n\(script)")
    if finished.status != 0 { throw POSIXError(.EBUSY) }
  }

  /// Keeps what is on the disk.
  func save() throws {
    try remount(#"unmount; cp --sparse=always "$store" "$store.saved""#)
  }

  /// Mounts what was kept, in such a way that only syncing writes to the disk.
  func restore(_ options: String) throws {
    try remount(
      """
      if mountpoint -q "$directory"; then unmount; fi
      cp --sparse=always "$store.saved" "$store"; mount -o loop,commit=600,\(options) "$store" "$directory"
      """)
  }

  /// Loses what was written to the files, but not to the disk.
  func cutPower() throws {
    try remount(
      """
      cp --sparse=always "$store" "$store.cut"; unmount
      mv "$store.cut" "$store"; mount -o loop "$store" "$directory"
      """)
  }

  static let isAvailableIgnoringCase = (try? ignoringCase()) != nil

  /// A file system in an image that ignores case in names: of the kernel if it has one, else
  /// through FUSE.
  static func ignoringCase() throws -> MountedDisk {
    try MountedDisk(
      """
      \(closingDescriptors)
      truncate --size=64M "$store"
      mkfs.ext4 -q -F -O casefold "$store" && mount -o loop "$store" "$directory" && chattr +F "$directory" && exit
      mountpoint -q "$directory" && umount "$directory"
      mkfs.vfat "$store" && mount -o loop "$store" "$directory" && exit
      mkntfs -q -F "$store" && lowntfs-3g -o ignore_case "$store" "$directory"
      """)
  }

  static let isAvailableEncrypted = (try? encrypted()) != nil

  /// A directory that gocryptfs stores encrypted in another.
  static func encrypted() throws -> MountedDisk {
    try MountedDisk(
      """
      \(closingDescriptors)
      password='-q -extpass echo -extpass password'
      mkdir "$store" && gocryptfs -init -scryptn 10 $password "$store" && gocryptfs $password "$store" "$directory"
      """)
  }

  static let isAvailableWithOneOwner = (try? withOneOwner()) != nil

  /// A directory whose files all belong to one user, as the file system reports it, and that others
  /// may use.
  static func withOneOwner() throws -> MountedDisk {
    try MountedDisk(
      """
      \(closingDescriptors)
      mkdir -m 777 "$store" && bindfs --force-user=23456 --force-group=23456 --perms=a+rwX "$store" "$directory"
      """)
  }
}
