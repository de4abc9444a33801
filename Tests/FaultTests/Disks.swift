// A file system that is mounted for a test, and full soon.

import Foundation
import TestSupport

/// A file system that is mounted as long as somebody refers to it.
final class MountedDisk {
  let folder: URL
  /// What the disk lies in: an image or a folder.
  private let store: URL

  /// Mounts it with shell, by which `$folder` is where it is mounted, and `$store` what it lies in.
  private init(_ script: String) throws {
    let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let name = UUID().uuidString
    folder = place.appendingPathComponent("stack-disk-\(name)", isDirectory: true)
    store = place.appendingPathComponent("stack-store-\(name)")
    let finished = try shell("mkdir \"$folder\"\n\(script)")
    guard finished.status == 0 else { throw POSIXError(.EPERM) }
  }

  deinit { _ = try? shell("umount --lazy \"$folder\"; rmdir \"$folder\"; rm -rf \"$store\"") }

  /// Runs shell that knows the two.
  private func shell(_ script: String) throws -> Finished {
    try Home(["folder": folder.path, "store": store.path]).shell("PATH=$PATH:/usr/sbin:/sbin\n\(script)")
  }

  // MARK: In memory

  static let isAvailableInMemory = (try? inMemory("size=64k")) != nil

  /// One in memory, that holds little.
  static func inMemory(_ options: String) throws -> MountedDisk {
    try MountedDisk("mount -t tmpfs -o \(options) tmpfs \"$folder\"")
  }

  /// Fills the disk but for so many pages of memory.
  func fill(leaving pages: Int) throws {
    let size = pages * Int(getpagesize())
    _ = try shell("cd \"$folder\"; mkdir filler; cat /dev/zero >filler/0; truncate --size=-\(size) filler/0")
  }

  /// Creates as many files as there can be but for so many.
  func fillWithFiles(leaving files: Int) throws {
    _ = try shell(
      """
      cd "$folder"; mkdir filler
      while : >filler/$((++last)); do :; done
      for ((number = 1; number <= \(files); number++)); do rm filler/$number; done
      """)
  }

  func empty() throws { try FileManager.default.removeItem(at: folder.appendingPathComponent("filler")) }

  // MARK: On a disk, and encrypted

  static let isAvailableWithJournal = (try? withJournal()) != nil

  /// One with a journal, in a file.
  static func withJournal() throws -> MountedDisk {
    try MountedDisk(
      "truncate --size=64M \"$store\" && mkfs.ext4 -q \"$store\" && mount -o loop \"$store\" \"$folder\"")
  }

  static let isAvailableEncrypted = (try? encrypted()) != nil

  /// A folder that is kept encrypted in another, by gocryptfs.
  static func encrypted() throws -> MountedDisk {
    // What goes on running must hold no descriptor that Foundation waits for.
    try MountedDisk(
      """
      exec </dev/null >/dev/null 2>&1
      for descriptor in {3..99}; do eval "exec $descriptor>&-"; done
      password='-q -extpass echo -extpass password'
      mkdir "$store" && gocryptfs -init -scryptn 10 $password "$store" && gocryptfs $password "$store" "$folder"
      """)
  }

  static let isAvailableWithOneOwner = (try? withOneOwner()) != nil

  /// A folder whose files all belong to one user, as the file system reports it, and that others may use.
  static func withOneOwner() throws -> MountedDisk {
    try MountedDisk(
      """
      exec </dev/null >/dev/null 2>&1
      for descriptor in {3..99}; do eval "exec $descriptor>&-"; done
      mkdir -m 777 "$store" && bindfs --force-user=23456 --force-group=23456 --perms=a+rwX "$store" "$folder"
      """)
  }
}
