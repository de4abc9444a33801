// The shells that there is an integration for, and what `stack init` prints for them: the files of
// `completions`, which are built into the program, for the name by which it was called.

import Stack

/// A shell that there is an integration for.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish
  case elvish
  case xonsh
  /// dash, ksh, mksh, ash and their like.
  case posix

  /// The shell that this person uses, after `SHELL`.
  static var ofUser: Shell? {
    guard let path = System.environmentVariable("SHELL") else { return nil }
    return Shell(rawValue: FilePath(path[...]).name.description)
  }

  /// Where the line for the integration belongs; `nil` where each shell has a place of its own.
  var startUpFile: String? {
    switch self {
    case .bash: System.terminalsStartLoginShells ? "~/.bash_profile" : "~/.bashrc"
    case .zsh: "~/.zshrc"
    case .fish: "~/.config/fish/config.fish"
    case .elvish: "~/.config/elvish/rc.elv"
    case .xonsh: "~/.xonshrc"
    case .posix: nil
    }
  }

  /// What it is, in a few words.
  var summary: String { self == .posix ? "dash, ksh, mksh, ash and their like" : "" }

  /// The line that loads the integration.
  var startUpLine: String {
    switch self {
    case .bash, .zsh, .posix: "eval \"$(\(Program.name) init \(rawValue))\""
    case .fish: "\(Program.name) init fish | source"
    case .elvish: "eval (\(Program.name) init elvish | slurp)"
    case .xonsh: "execx($(\(Program.name) init xonsh))"
    }
  }

  /// Completion and prompt integration for the shell.
  ///
  /// - Parameter leavingPrompt: Whether the prompt itself is left alone.
  func integration(leavingPrompt: Bool) -> [UInt8] {
    let script = (completion + prompt).calling(program: Array(Program.name.utf8))
    guard leavingPrompt else { return script }
    let assignment = Array((assignment + "\n").utf8)
    return setsVariableOfScript ? script + assignment : assignment + script
  }

  /// What keeps the task out of the prompt of this shell, but not of those that are started in it.
  private var assignment: String {
    switch self {
    case .bash, .zsh, .posix: "STACK_NO_PROMPT=1"
    case .fish: "set -g STACK_NO_PROMPT 1"
    case .elvish: "set shows-task = $false"
    case .xonsh: "__stack_shows_task = False"
    }
  }

  /// Whether the assignment is to what the script has declared: these shells hand `STACK_NO_PROMPT` on.
  private var setsVariableOfScript: Bool { self == .elvish || self == .xonsh }

  private var completion: [UInt8] {
    switch self {
    case .bash: PackageResources.stack_bash
    case .zsh: PackageResources._stack
    case .fish: PackageResources.stack_fish
    case .elvish: PackageResources.stack_elv
    case .xonsh: PackageResources.stack_xsh
    case .posix: []
    }
  }

  private var prompt: [UInt8] {
    switch self {
    case .bash: PackageResources.prompt_bash
    case .zsh: PackageResources.prompt_zsh
    case .fish: PackageResources.prompt_fish
    case .elvish, .xonsh: []
    case .posix: PackageResources.prompt_sh
    }
  }
}

extension [UInt8] {
  /// The script for a program of this name.
  ///
  /// The files are for `stack`, which is the program's name, and no other word, behind what calls it and behind
  /// what gives it completion.
  fileprivate func calling(program name: [UInt8]) -> [UInt8] {
    let word = Array("stack".utf8)
    if name == word { return self }
    let introductions = [
      "command ", "complete -c ", "command -q ", "whence -p ", "-F __stack_complete ", "#compdef ",
      "compdef _stack ", "compdef __stack ", "function ", "functions -q ", "functions -c ", "functions -e ",
      "functions -c __stack_own ", "complete -C '",
      "external ", "arg-completer[", "command = '",
    ].map { Array($0.utf8) }
    var script: [UInt8] = []
    script.reserveCapacity(count)
    var index = 0
    while index < count {
      let end = index + word.count
      let isWord = self[index...].starts(with: word) && (end == count || !self[end].isPlain)
      if isWord, introductions.contains(where: { script.suffix($0.count).elementsEqual($0) }) {
        script += name
        index = end
      } else {
        script.append(self[index])
        index += 1
      }
    }
    return script
  }
}
