// What a terminal understands, according to TERM and NO_COLOR.

import Stack

enum TerminalFeatures {
  /// Whether terminals, if there are any, understand escape sequences.
  static var areUsable: Bool {
    ![nil, Array("dumb".utf8)].contains(System.firstVariable(["TERM"]))
  }

  /// Whether terminals show colours and links. NO_COLOR turns them off (no-color.org).
  static var haveStyles: Bool {
    areUsable && !areBasic && System.firstVariable(["NO_COLOR"]) == nil
  }

  /// Whether terminals have fewer than 256 colours, and no links: consoles and hardware terminals.
  private static var areBasic: Bool {
    let basic = ["8color", "16color", "ansi", "cons", "linux", "m", "mono", "sun", "vt", "wsvt"]
    let name = System.firstVariable(["TERM"]) ?? []
    return name.split { "-.+".utf8.contains($0) }.contains { part in
      let digits = part.reversed().prefix { (0x30...0x39).contains($0) }
      let family = part.dropLast(digits.count)
      return basic.contains { family.elementsEqual($0.utf8) }
    }
  }
}
