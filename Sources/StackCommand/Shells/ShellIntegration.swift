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

  /// What it is, in a few words.
  var summary: String { self == .posix ? "dash, ksh, mksh, ash; no completion" : "" }

  /// Completion and prompt integration for the shell.
  ///
  /// - Parameter leavingPrompt: Whether the prompt itself is left alone.
  func integration(leavingPrompt: Bool) -> [UInt8] {
    let profile = profile
    let script = profile.scripts.calling(program: Array(Program.name.utf8))
    guard leavingPrompt else { return script }
    let assignment = Array((profile.assignment + "\n").utf8)
    // What elvish and xonsh set for themselves, they hand on to the shells that are started in them. So there it
    // is a variable that the script declares.
    return [.elvish, .xonsh].contains(self) ? script + assignment : assignment + script
  }

  /// What differs from shell to shell: the line that loads the integration, and where it belongs, `nil` where each
  /// shell has a place of its own; the assignment that says that the prompt itself is left alone; and the scripts, for
  /// completion, and behind it for the prompt.
  var profile: (startUpFile: String?, startUpLine: String, assignment: String, scripts: [UInt8]) {
    let initialize = "\(Program.name) init \(rawValue)"
    let evaluation = "eval \"$(\(initialize))\""
    let assignment = "STACK_NO_PROMPT=1"
    switch self {
    case .bash:
      let file = System.terminalsStartLoginShells ? "~/.bash_profile" : "~/.bashrc"
      return (file, evaluation, assignment, PackageResources.stack_bash + PackageResources.prompt_bash)
    case .zsh:
      return ("~/.zshrc", evaluation, assignment, PackageResources._stack + PackageResources.prompt_zsh)
    case .fish:
      return (
        "~/.config/fish/config.fish", "\(initialize) | source", "set -g STACK_NO_PROMPT 1",
        PackageResources.stack_fish + PackageResources.prompt_fish
      )
    case .elvish:
      return (
        "~/.config/elvish/rc.elv", "eval (\(initialize) | slurp)", "set shows-task = $false",
        PackageResources.stack_elv
      )
    case .xonsh:
      return (
        "~/.xonshrc", "execx($(\(initialize)))", "__stack_shows_task = False", PackageResources.stack_xsh
      )
    case .posix: return (nil, evaluation, assignment, PackageResources.prompt_sh)
    }
  }
}

extension [UInt8] {
  /// The script for a program of this name.
  ///
  /// The files call it `stack`. Where they mean something else by that word, such as a folder, it has other neighbours
  /// than blanks, brackets, single quotes and semicolons.
  fileprivate func calling(program name: [UInt8]) -> [UInt8] {
    let neighbours = Array(" \n[]()';".utf8)
    var script: [UInt8] = []
    var rest = self[...]
    while !rest.isEmpty {
      let word = rest.prefix { !neighbours.contains($0) }
      script += word.elementsEqual("stack".utf8) ? name[...] : word
      script += rest.dropFirst(word.count).prefix(1)
      rest = rest.dropFirst(word.count + 1)
    }
    return script
  }
}
