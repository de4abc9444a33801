// Names of queues, and the folders where their files are.

import Testing

@testable import Stack

@Suite struct FoldersTests {
  @Test(arguments: [
    "stack", "a", "Z", "0", "work-2", "_", "-", "a.b", "a..b", "-s", String(repeating: "x", count: 64),
  ])
  func namesThatFit(name: String) {
    #expect(QueueName(name)?.text == name)
  }

  @Test(arguments: [
    "", ".", "..", ".a", "a.", "a/b", "/", "a b", " a", "a\n", "ä", "日本", "a\u{0}", "a\u{301}", "a:b", "a\\b",
    "*", "~", "$HOME",
    "../../etc/passwd", String(repeating: "x", count: 65), String(repeating: "ä", count: 64),
  ])
  func namesThatDoNotFit(name: String) {
    #expect(QueueName(name) == nil)
  }

  @Test func theStandardName() {
    #expect(QueueName.standard == QueueName("stack"))
  }

  @Test(arguments: [
    (["HOME": "/home/sam"], "/home/sam/.config/stack", "/home/sam/.local/state/stack"),
    (["HOME": "/home/sam/"], "/home/sam/.config/stack", "/home/sam/.local/state/stack"),
    (["HOME": "/"], "/.config/stack", "/.local/state/stack"),
    (["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"], "/c/stack", "/s/stack"),
    (["XDG_CONFIG_HOME": "/c/", "XDG_STATE_HOME": "/s//"], "/c/stack", "/s/stack"),
    (
      ["HOME": "/h", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": ""], "/h/.config/stack", "/h/.local/state/stack"
    ),
    (
      ["HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": "./s"], "/h/.config/stack",
      "/h/.local/state/stack"
    ),
  ])
  func folders(environment: [String: String], configuration: String, state: String) throws {
    let folders = Folders(environment: { environment[$0].map { Array($0.utf8) } })
    #expect(try folders.configuration().description == configuration)
    #expect(try folders.state().description == state)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "home"], ["HOME": "~"]] as [[String: String]])
  func noFolders(environment: [String: String]) {
    let folders = Folders(environment: { environment[$0].map { Array($0.utf8) } })
    #expect(throws: QueueError.noHome(variable: "XDG_CONFIG_HOME")) { try folders.configuration() }
    #expect(throws: QueueError.noHome(variable: "XDG_STATE_HOME")) { try folders.state() }
    #expect(throws: QueueError.noHome(variable: "XDG_CONFIG_HOME")) { try TaskQueue(in: folders) }
  }

  @Test func thePathOfAQueue() throws {
    let folders = Folders(environment: { $0 == "HOME" ? Array("/home/sam".utf8) : nil })
    #expect(try TaskQueue(in: folders).path.description == "/home/sam/.config/stack/stack.json")
    let name = try #require(QueueName("a.b"))
    #expect(try TaskQueue(name, in: folders).path.description == "/home/sam/.config/stack/a.b.json")
  }
}
