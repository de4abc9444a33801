import Stack

/// A shell for which `stack init` has a script: files of `completions`, which are built into the program, with the name
/// under which the program was called. `posix` stands for dash, ksh, mksh, ash and similar shells.
enum Shell: String, CaseIterable {
  case bash, zsh, fish, elvish, xonsh, posix

  /// The user's shell, according to `SHELL`.
  static var ofUser: Shell? {
    guard let path = System.environmentVariable("SHELL") else { return nil }
    return Shell(rawValue: Pathname(path[...]).name.description)
  }

  /// A few words about it, for completion and help.
  var summary: String { self == .posix ? "dash, ksh, mksh, ash" : "" }

  /// The line for each shell's start-up file, and the name of the file.
  static var startUpLines: String {
    allCases.map { shell in
      let (file, line, _, _) = shell.profile
      let place = line.count > 33 ? "\n" + "".padded(to: 36) : " "
      return "  " + line.padded(to: 33) + place + (file.map { "in \($0)" } ?? "for \(shell.summary)")
    }.joined(separator: "\n")
  }

  /// Completion and prompt integration for the shell, which may leave the prompt itself alone.
  func integration(leavingPrompt: Bool) -> [UInt8] {
    let profile = profile
    let script = profile.scripts.withProgramName
    guard leavingPrompt else { return script }
    let assignment = Array((profile.assignment + "\n").utf8)
    // In elvish and xonsh, an environment variable would be inherited by shells that are started in them, so the
    // script declares a variable of its own.
    return [.elvish, .xonsh].contains(self) ? script + assignment : assignment + script
  }

  /// The differences between the shells: the start-up file (`nil` if each of the shells has its own) and its line; the
  /// assignment that leaves the prompt itself alone; and the scripts for completion and for the prompt, in this order.
  var profile: (startUpFile: String?, startUpLine: String, assignment: String, scripts: [UInt8]) {
    let initialize = "\(Program.name) init \(rawValue)"
    let evaluation = "eval \"$(\(initialize))\""
    let assignment = "STACK_NO_PROMPT=1"
    switch self {
    case .bash:
      let file = System.terminalsStartLoginShells ? "~/.bash_profile" : "~/.bashrc"
      return (file, evaluation, assignment, PackageResources.stack_bash + PackageResources.prompt_bash)
    case .zsh: return ("~/.zshrc", evaluation, assignment, PackageResources._stack + PackageResources.prompt_zsh)
    case .fish:
      return (
        "~/.config/fish/config.fish", "\(initialize) | source", "set -g STACK_NO_PROMPT 1",
        PackageResources.stack_fish + PackageResources.prompt_fish
      )
    case .elvish:
      return (
        "~/.config/elvish/rc.elv", "eval (\(initialize) | slurp)", "set shows-task = $false", PackageResources.stack_elv
      )
    case .xonsh:
      return (
        "~/.xonshrc", "execx(__import__('os').popen('\(initialize)').read())", "__stack_shows_task = False",
        PackageResources.stack_xsh
      )
    case .posix: return (nil, evaluation, assignment, PackageResources.prompt_sh)
    }
  }
}

extension [UInt8] {
  /// The script with the program's name, which is `stack` in the files. This word is the program's name only between
  /// blanks, brackets, single quotes and semicolons; elsewhere it is a directory or a part of another name.
  fileprivate var withProgramName: [UInt8] {
    let name = Array(Program.name.utf8)
    var script: [UInt8] = []
    var rest = self[...]
    while !rest.isEmpty {
      let word = rest.prefix { !" \n[]()';".utf8.contains($0) }
      script += word.elementsEqual("stack".utf8) ? name[...] : word
      script += rest.dropFirst(word.count).prefix(1)
      rest = rest.dropFirst(word.count + 1)
    }
    return script
  }
}
