// Paths taken apart and put together.

import Testing

@testable import Stack

@Suite struct FilePathTests {
  @Test(arguments: [
    ("/a/b/c", "/a/b", "c"),
    ("/a/b/c/", "/a/b", "c"),
    ("/a/b//c//", "/a/b/", "c"),
    ("/a", "/", "a"),
    ("/a/", "/", "a"),
    ("a/b", "a", "b"),
    ("a", ".", "a"),
    ("a/", ".", "a"),
    ("/", "/", "/"),
    ("/a/.hidden", "/a", ".hidden"),
    ("/a/b c/ü.json", "/a/b c", "ü.json"),
    ("/a/..", "/a", ".."),
  ])
  func folderAndName(path: String, folder: String, name: String) {
    #expect(FilePath(path).folder.description == folder)
    #expect(FilePath(path).name.description == name)
  }

  @Test func theRootIsItsOwnFolder() {
    #expect(FilePath("/").folder == FilePath("/"))
    #expect(FilePath("///").folder == FilePath("/"))
  }

  @Test(arguments: [
    ("/a", "b", "/a/b"),
    ("/a/", "b", "/a/b"),
    ("/a//", "b/c", "/a/b/c"),
    ("/", "b", "/b"),
    ("/a", "/b/c", "/a/b/c"),
    ("/a", "//b", "/a/b"),
    ("a", "b", "a/b"),
    (".", "b", "./b"),
  ])
  func appending(path: String, other: String, result: String) {
    #expect(FilePath(path).appending(other).description == result)
    #expect(FilePath(path).appending(FilePath(other)) == FilePath(result))
  }

  @Test func absolute() {
    #expect(FilePath("/").isAbsolute)
    #expect(FilePath("/a").isAbsolute)
    #expect(!FilePath("a/b").isAbsolute)
    #expect(!FilePath("").isAbsolute)
    #expect(!FilePath("~/a").isAbsolute)
  }

  /// A path need not be text.
  @Test func bytesThatAreNoText() {
    let path = FilePath([0x2F, 0x61, 0xFF, 0x2F, 0xC3][...])
    #expect(path.name.bytes == [0xC3])
    #expect(path.folder.bytes == [0x2F, 0x61, 0xFF])
    #expect(path.folder.appending(path.name) == path)
    #expect(path.description == "/a\u{FFFD}/\u{FFFD}")
    #expect(path.withCString { FilePath(cString: $0) } == path)
  }
}
