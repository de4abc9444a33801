// A file system that is mounted for a test, and full soon.

import Foundation
import TestSupport

/// A file system that is mounted as long as somebody refers to it.
class MountedDisk {
  let folder: URL

  fileprivate init(_ mount: (URL) throws -> Void) throws {
    let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    folder = place.appendingPathComponent("stack-disk-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      try mount(folder)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  deinit {
    try? Self.run("umount --lazy '\(folder.path)'")
    try? FileManager.default.removeItem(at: folder)
  }

  fileprivate static func run(_ command: String) throws {
    let finished = try Home().shell("PATH=$PATH:/usr/sbin:/sbin; exec \(command)")
    guard finished.status == 0 else { throw POSIXError(.EPERM) }
  }
}

/// A file system in memory that holds little.
final class SmallDisk: MountedDisk {
  static let isAvailable = (try? SmallDisk("size=64k")) != nil

  private var filler: URL { folder.appendingPathComponent("filler", isDirectory: true) }

  init(_ options: String) throws {
    try super.init { try Self.run("mount -t tmpfs -o \(options) tmpfs '\($0.path)'") }
  }

  /// Fills the disk but for so many pages of memory.
  func fill(leaving pages: Int) throws {
    try FileManager.default.createDirectory(at: filler, withIntermediateDirectories: true)
    let path = filler.appendingPathComponent("0").path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let page = [UInt8](repeating: 0, count: Int(getpagesize()))
    var count = 0
    while write(descriptor, page, page.count) == page.count { count += 1 }
    ftruncate(descriptor, off_t(max(0, count - pages) * page.count))
  }

  /// Creates as many files as there can be but for so many.
  func fillWithFiles(leaving files: Int) throws {
    try FileManager.default.createDirectory(at: filler, withIntermediateDirectories: true)
    var count = 0
    while close(open("\(filler.path)/\(count)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) == 0 { count += 1 }
    for number in 0..<min(files, count) { unlink("\(filler.path)/\(number)") }
  }

  func empty() throws { try FileManager.default.removeItem(at: filler) }

  func names() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: folder.path) }
}

/// A disk with a journal, in a file.
final class JournalDisk: MountedDisk {
  static let isAvailable = (try? JournalDisk()) != nil

  init() throws {
    let image = FileManager.default.temporaryDirectory.appendingPathComponent(
      "stack-image-\(UUID().uuidString)")
    // The mount holds on to the image.
    defer { try? FileManager.default.removeItem(at: image) }
    try super.init { folder in
      try Self.run("truncate --size=64M '\(image.path)'")
      try Self.run("mkfs.ext4 -q '\(image.path)'")
      try Self.run("mount -o loop '\(image.path)' '\(folder.path)'")
    }
  }
}

/// A folder that is kept encrypted in another, by gocryptfs.
final class EncryptedDisk: MountedDisk {
  static let isAvailable = (try? EncryptedDisk()) != nil

  private let cipher: URL

  init() throws {
    let cipher = FileManager.default.temporaryDirectory.appendingPathComponent(
      "stack-cipher-\(UUID().uuidString)")
    self.cipher = cipher
    try super.init { folder in
      try FileManager.default.createDirectory(at: cipher, withIntermediateDirectories: true)
      // What goes on running must hold no descriptor that Foundation waits for.
      try Self.run(
        """
        </dev/null >/dev/null 2>&1
        for descriptor in {3..99}; do eval "exec $descriptor>&-"; done
        password='-q -extpass echo -extpass password'
        gocryptfs -init -scryptn 10 $password '\(cipher.path)' && \
          gocryptfs $password '\(cipher.path)' '\(folder.path)'
        """)
    }
  }

  deinit { try? FileManager.default.removeItem(at: cipher) }
}
