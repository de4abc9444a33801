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
  var startUpFile: String? { profile.startUpFile }

  /// What it is, in a few words.
  var summary: String { self == .posix ? "dash, ksh, mksh, ash; no completion" : "" }

  /// The line that loads the integration.
  var startUpLine: String { profile.startUpLine }

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

  /// What differs from shell to shell: the assignment says that the prompt itself is left alone, and the scripts are
  /// for completion, and behind it for the prompt.
  private var profile: (startUpFile: String?, startUpLine: String, assignment: String, scripts: [UInt8]) {
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
