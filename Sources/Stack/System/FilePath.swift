// The path of a file, as the bytes that the system takes.

import CSystem

/// The path of a file.
///
/// POSIX knows a path as bytes without a zero, in no particular encoding; so it is kept as such.
public struct FilePath: Hashable, Sendable, CustomStringConvertible {
  /// The bytes of the path, without the zero that ends it in C.
  public let bytes: [UInt8]

  /// A path from its text in UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// A path from its bytes.
  public init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  init(cString: UnsafePointer<CChar>) {
    bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  /// The path as text; bytes that are no UTF-8 stand as U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the path starts at the root.
  public var isAbsolute: Bool { bytes.first == .slash }

  /// The path of the folder that holds this file; the root's is the root.
  public var folder: FilePath {
    guard let slash = trimmed.lastIndex(of: .slash) else { return FilePath(isAbsolute ? "/" : ".") }
    return slash == 0 ? FilePath("/") : FilePath(trimmed[..<slash])
  }

  /// The name of the file in its folder; the root's is the root.
  public var name: FilePath {
    guard let slash = trimmed.lastIndex(of: .slash) else { return trimmed.isEmpty ? self : FilePath(trimmed) }
    return FilePath(trimmed[(slash + 1)...])
  }

  /// Appends a path, dropping its leading slashes. Appended to an empty path, it stays relative.
  public func appending(_ other: FilePath) -> FilePath {
    let relative = other.bytes.drop { $0 == .slash }
    return bytes.isEmpty ? FilePath(relative) : FilePath((Array(trimmed) + [.slash] + relative)[...])
  }

  /// The path of something below this folder.
  public func appending(_ name: String) -> FilePath { appending(FilePath(name)) }

  /// Calls `body` with the path as a C string. No file has a path with a NUL, so it is replaced by the empty path, which
  /// every system call refuses; the part before the NUL would name another file.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    func call(_ start: UnsafeRawPointer) -> Result {
      let path = start.assumingMemoryBound(to: CChar.self)
      return body(strlen(path) == bytes.count ? path : path + bytes.count)
    }
    return call(bytes + [0])
  }

  private var trimmed: ArraySlice<UInt8> {
    guard let end = bytes.lastIndex(where: { $0 != .slash }) else { return [] }
    return bytes[...end]
  }
}

extension UInt8 { static let slash = UInt8(ascii: "/") }
