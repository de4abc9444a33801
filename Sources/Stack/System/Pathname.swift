import CSystem

/// The path of a file: bytes without a NUL in no particular encoding, which POSIX calls a pathname
/// (XBD 3.254).
public struct Pathname: Hashable, Sendable, CustomStringConvertible {
  /// The bytes of the path, without the zero that ends it in C.
  public let bytes: [UInt8]

  /// Creates a path from its text in UTF-8; `nil` if no file can have it, because it is empty or
  /// contains a NUL.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.isEmpty || bytes.contains(0) { return nil }
    self.bytes = bytes
  }

  /// Creates a path from any text. System calls refuse an empty one, or one with a NUL.
  package init(unchecked text: String) { bytes = Array(text.utf8) }

  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  package init(cString: UnsafePointer<CChar>) {
    bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  /// The path as text; bytes that are not UTF-8 become U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the path starts at the root.
  public var isAbsolute: Bool { bytes.first == .slash }

  /// The path of the directory that holds this file; the root's is the root.
  public var directory: Pathname {
    guard let slash = trimmed.lastIndex(of: .slash) else {
      return Pathname(unchecked: isAbsolute ? "/" : ".")
    }
    return slash == 0 ? Pathname(unchecked: "/") : Pathname(trimmed[..<slash])
  }

  /// The name of the file in its directory; the root's is the root.
  public var name: Pathname {
    guard let slash = trimmed.lastIndex(of: .slash) else {
      return trimmed.isEmpty ? self : Pathname(trimmed)
    }
    return Pathname(trimmed[(slash + 1)...])
  }

  /// The names of the directories on the way to the file, and its own. A `.` is left out.
  var components: [Pathname] {
    bytes.split(separator: .slash).filter { !$0.elementsEqual(".".utf8) }.map { Pathname($0) }
  }

  /// Appends a path without its leading slashes. Appended to an empty path, it is relative.
  public func appending(_ other: Pathname) -> Pathname {
    let relative = other.bytes.drop { $0 == .slash }
    return bytes.isEmpty
      ? Pathname(relative) : Pathname((Array(trimmed) + [.slash] + relative)[...])
  }

  /// The path of something below this directory.
  public func appending(_ name: String) -> Pathname { appending(Pathname(unchecked: name)) }

  /// Calls `body` with the path as a C string. No file has a path with a NUL, so it is replaced by
  /// the empty path, which every system call refuses; the part before the NUL would name another
  /// file.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
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
