import Foundation
import TestSupport
import Testing

/// The directories in which a scenario takes place: a home in memory with the files that it starts
/// with, an editor and another machine, and perhaps a directory on another file system.
final class Sandbox {
  /// Names in the home that snapshots leave out.
  private static let fixtures: Set = [
    ".bin", "trace", "editor", "ssh", "notes.txt", "base.json", "theirs.json",
  ]

  let scenario: Scenario
  let home: Home
  /// The directories that the command may change.
  let directories: [String]
  /// The state directory.
  let state: String
  private let otherFileSystem: Home?

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    otherFileSystem =
      scenario.place == .otherFileSystem
      ? Home(in: ThisSystem.otherFileSystem ?? ThisSystem.memory) : nil
    let elsewhere = otherFileSystem.map { ["XDG_STATE_HOME": $0.directory.path] } ?? [:]
    let usual = ["EDITOR": "./editor", "STACK_SSH": "./ssh", "USER": "robin"]
    home = Home(usual.merging(elsewhere) { $1 })
    directories = [home.directory.path] + elsewhere.values
    state = otherFileSystem?.directory.path ?? home.url(".local/state").path

    let isLink = scenario.place == .symbolicLink
    let file = isLink ? "elsewhere/queue.json" : ".config/stack/stack.json"
    if let text = scenario.text { try home.write(text, to: file) }
    if isLink {
      try home.shell("mkdir -p .config/stack; ln -s ../../\(file) .config/stack/stack.json")
    }
    if scenario.text != nil { chmod(home.queueFile().path, 0o640) }
    let fixtures = [
      "notes.txt": "notes\n", "base.json": Scenario.text, "theirs.json": Scenario.theirs,
    ]
    for (name, text) in fixtures { try home.write(text, to: name) }
    if scenario.movesCopy {
      try home.write(Scenario.theirs, to: Scenario.conflictCopy)
    }
    // sed fails if its standard output is closed.
    try home.script(
      "editor",
      """
      exec >/dev/null
      case $1 in
      *queue.txt) sed -i -e '1d' -e 's/Four/Four, reworded/' "$1" ;;
      *) sed -i '1s/.*/Reworded/' "$1" ;;
      esac
      """)
    // The other machine is another home; its command follows the host's name.
    try home.script("ssh", #"until [ "$1" = stack ]; do shift; done; HOME="$PWD/far" exec "$@""#)
    try home.shell("mv .bin/editor .bin/ssh .; mkdir far")
  }

  func snapshot() throws -> Snapshot { try Snapshot(of: directories, except: Self.fixtures) }

  /// Brings about the state that the scenario's command starts from.
  ///
  /// - Parameters:
  ///   - editor: A script that writes the edited text into the file, instead of one that also syncs
  ///     it.
  ///   - run: Runs each program.
  func prepare(
    editor: String? = nil, run: (_ program: String, _ arguments: [String]) throws -> Void
  ) throws {
    func addHardLink() throws {
      guard scenario.place == .hardLink else { return }
      let script =
        "mkdir -p elsewhere; ln -f .config/stack/stack.json elsewhere/twin.json; sync elsewhere"
      try run("/bin/sh", ["-c", script])
    }
    for command in scenario.history {
      try addHardLink()
      if Scenario.accidents.contains(command) {
        try run("/bin/sh", ["-c", command, home.queueFile().path])
      } else {
        try run(home.program.path, command.words)
      }
    }
    if scenario.isEditedByHand || editor != nil {
      let text = Scenario.editedByHand(try #require(home.queueText()))
      let script = editor ?? #"printf %s "$1" >"$0"; sync "$0""#
      try run("/bin/sh", ["-c", script, home.queueFile().path, text])
    }
    try addHardLink()
  }
}
