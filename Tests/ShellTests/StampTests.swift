// What a shell keeps in the state folder to know the file again: private, and gone with the shell.

import Foundation
import TestSupport
import Testing

@testable import StackCommand

@Suite struct StampTests {
  private func stamps(_ home: Home) -> [String] {
    home.files(below: ".local/state/stack").filter { $0.hasPrefix(".prompt") }
  }

  /// What bash and fish need; zsh needs nothing.
  private func expectStamps(of shells: Int, _ shell: Shell, _ home: Home) {
    #expect(stamps(home).count == (shell == .zsh ? 0 : 2 * shells))
  }

  @Test(arguments: Shell.withCompletion, ["exit\r", "\u{04}"])
  func goWithTheShell(_ shell: Shell, _ end: String) throws {
    let home = Home()
    try home.writeTasks("Task")
    let first = try InteractiveShell(shell, in: home)
    let second = try InteractiveShell(shell, in: home)
    #expect(first.prompt == "(Task) ready> " && second.prompt == "(Task) ready> ")
    expectStamps(of: 2, shell, home)
    first.terminal.type(end)
    #expect(first.terminal.end() != nil)
    expectStamps(of: 1, shell, home)
    #expect(try second.prompt(after: "stack edit Other") == "(Other) ready> ")
    second.terminal.type(end)
    #expect(second.terminal.end() != nil)
    expectStamps(of: 0, shell, home)
  }

  /// A shell that was killed could not; one that lives keeps its own.
  @Test(arguments: Shell.withCompletion) func ofAKilledShellGoLater(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("Task")
    let living = try InteractiveShell(shell, in: home)
    let killed = try InteractiveShell(shell, in: home)
    killed.terminal.signal(SIGKILL)
    #expect(killed.terminal.end() == 137)
    expectStamps(of: 2, shell, home)
    let later = try InteractiveShell(shell, in: home)
    later.terminal.type("exit\r")
    #expect(later.terminal.end() != nil)
    expectStamps(of: 1, shell, home)
    #expect(try living.prompt(after: "stack edit Other") == "(Other) ready> ")
  }

  @Test(arguments: [Shell.bash, .fish]) func areNoOneElsesBusiness(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("Task")
    let shell = try InteractiveShell(shell, in: home, before: "umask 022")
    #expect(shell.prompt == "(Task) ready> ")
    let attributes = try FileManager.default.attributesOfItem(atPath: home.url(".local/state/stack").path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test(arguments: Shell.withCompletion) func standWhereXDG_STATE_HOMESays(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("Task")
    let export = shell == .fish ? "set -gx XDG_STATE_HOME " : "export XDG_STATE_HOME="
    let shell = try InteractiveShell(shell, in: home, before: export + "\"$HOME/other place\"")
    #expect(shell.prompt == "(Task) ready> ")
    #expect(home.files(below: "other place/stack").count == (shell.shell == .zsh ? 0 : 2))
    #expect(stamps(home) == [])
  }

  /// Then each prompt reads the file, and nothing is said about it.
  @Test(arguments: Shell.withCompletion) func whereNothingCanBeKept(_ shell: Shell) throws {
    let home = Home()
    try home.writeTasks("Task")
    // A file stands where the folder would.
    try home.write(Data(), to: ".local/state")
    let shell = try InteractiveShell(shell, in: home)
    #expect(shell.prompt == "(Task) ready> ")
    try home.writeTasks("Other")
    #expect(try shell.prompt() == "(Other) ready> ")
    #expect(try shell.output(of: ":") == "")
  }

  @Test func aTrapOfTheUsersInBash() throws {
    let home = Home()
    try home.writeTasks("Task")
    let trap = #"trap 'echo "it'\''s over $?"' EXIT"#
    for (before, after) in [(trap, ""), ("", trap)] {
      let shell = try InteractiveShell(.bash, in: home, before: before, after: after)
      #expect(shell.prompt == "(Task) ready> ")
      shell.terminal.type("exit 7\r")
      #expect(shell.terminal.end() == 7)
      #expect(shell.terminal.text.contains("it's over 7"))
      #expect(stamps(home) == [])
    }
  }
}
