import Stack

/// A shell for which `stack init` has a script: files of `completions`, built into the program. In them, `stack` is
/// replaced by the name under which the program was called. `posix` is for dash, ksh, mksh, ash and similar shells.
enum Shell: String, CaseIterable {
  case bash, zsh, fish, elvish, xonsh, posix

  /// The user's shell, according to `SHELL`.
  static var ofUser: Shell? {
    guard let path = System.environmentVariable("SHELL") else { return nil }
    return Shell(rawValue: Pathname(path[...]).name.description)
  }

  /// The checksum of the task that the prompt shows; `nil` if the prompt's script isn't running.
  static var promptChecksum: [UInt8]? { System.environmentVariable("STACK_PROMPT_CHECK") }

  /// A few words about it, for completion and help.
  var summary: String { self == .posix ? "dash, ksh, mksh, ash" : "" }

  /// The line for each shell's start-up file, and the name of the file.
  static var startUpLines: String {
    allCases.map { shell in
      let (file, line) = shell.startUp
      let place = line.count > 33 ? "\n" + "".padded(to: 36) : " "
      return "  " + line.padded(to: 33) + place + (file.map { "in \($0)" } ?? "for \(shell.summary)")
    }.joined(separator: "\n")
  }

  /// The start-up file (`nil` if each of the shells has its own) and its line.
  var startUp: (file: String?, line: String) {
    let initialize = "\(Program.name) init \(rawValue)"
    let evaluation = "eval \"$(\(initialize))\""
    return switch self {
    case .bash: (System.terminalsStartLoginShells ? "~/.bash_profile" : "~/.bashrc", evaluation)
    case .zsh: ("~/.zshrc", evaluation)
    case .fish: ("~/.config/fish/config.fish", "\(initialize) | source")
    case .elvish: ("~/.config/elvish/rc.elv", "eval (\(initialize) | slurp)")
    case .xonsh: ("~/.xonshrc", "execx(__import__('os').popen('\(initialize)').read())")
    case .posix: (nil, evaluation)
    }
  }

  /// Completion and prompt integration for the shell, which may leave the prompt itself alone.
  func integration(leavingPrompt: Bool) -> [UInt8] {
    let content = content
    let script = content.scripts.withProgramName
    guard leavingPrompt else { return script }
    let assignment = Array((content.assignment + "\n").utf8)
    // The scripts of elvish and xonsh declare the variable themselves: shells started in them would inherit a variable
    // of the environment. So the assignment comes after the script.
    return [.elvish, .xonsh].contains(self) ? script + assignment : assignment + script
  }

  /// The scripts for completion and for the prompt, and the assignment that leaves the prompt itself alone.
  private var content: (scripts: [UInt8], assignment: String) {
    let assignment = "STACK_NO_PROMPT=1"
    return switch self {
    case .bash: (PackageResources.stack_bash + PackageResources.prompt_bash, assignment)
    case .zsh: (PackageResources._stack + PackageResources.prompt_zsh, assignment)
    case .fish: (PackageResources.stack_fish + PackageResources.prompt_fish, "set -g STACK_NO_PROMPT 1")
    case .elvish: (PackageResources.stack_elv, "set shows-task = $false")
    case .xonsh: (PackageResources.stack_xsh, "__stack_shows_task = False")
    case .posix: (PackageResources.prompt_sh, assignment)
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
