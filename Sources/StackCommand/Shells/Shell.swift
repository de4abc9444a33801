import Stack

/// A shell for which `stack init` has a script: files of `completions`, built into the program. In
/// them, `stack` is replaced by the name under which the program was called. `posix` is for dash,
/// ksh, mksh, ash and similar shells.
enum Shell: String, CaseIterable {
  case bash, zsh, fish, elvish, xonsh, posix

  /// The user's shell, according to `SHELL`.
  static var ofUser: Shell? {
    guard let path = System.environmentVariable("SHELL") else { return nil }
    return Shell(rawValue: Pathname(path[...]).name.description)
  }

  /// What the prompt's script exports about the task that the prompt shows; `nil` if no such script
  /// is running.
  static var promptCheck: [UInt8]? { System.environmentVariable("STACK_PROMPT_CHECK") }

  /// A few words about it, for completion and help.
  var summary: String { self == .posix ? "dash, ksh, mksh, ash" : "" }

  /// The line for each shell's start-up file, and the name of the file.
  static var startUpLines: String {
    allCases.map { shell in
      let (file, line) = shell.startUp
      let place = line.count > 33 ? "\n" + "".padded(to: 36) : " "
      return "  " + line.padded(to: 33) + place
        + (file.map { "in \($0)" } ?? "for \(shell.summary)")
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
    // `execx($(stack init xonsh))` sometimes loses the output.
    case .xonsh: ("~/.xonshrc", "execx(__import__('os').popen('\(initialize)').read())")
    case .posix: (nil, evaluation)
    }
  }

  /// The shell that a user calls by this name.
  init?(named name: String) {
    let isPOSIX = ["sh", "dash", "ash", "ksh", "ksh93", "mksh"].contains(name)
    self.init(rawValue: isPOSIX ? "posix" : name)
  }

  /// Completion and prompt integration for the shell, which may leave the prompt itself alone, or
  /// show the dot before the task.
  func integration(leavingPrompt: Bool, showingDot: Bool) -> [UInt8] {
    let content = content
    let script = content.scripts.withProgramName
    var settings: [UInt8] = []
    if leavingPrompt { settings += Array((content.noPrompt + "\n").utf8) }
    if showingDot { settings += Array((content.dot + "\n").utf8) }
    // The scripts of elvish and xonsh declare the variables themselves: shells started in them
    // would inherit variables of the environment. So the settings come after the script.
    if [.elvish, .xonsh].contains(self) { return script + settings }
    if self == .fish { return settings + script }
    return Array(Self.withoutExport.utf8) + settings + script + Array(Self.withExport.utf8)
  }

  /// The lines around a script for a shell that exports what is defined after `set -a`.
  private static let withoutExport =
    "case $- in *a*) \\set +a; __stack_exports=-a ;; *) __stack_exports= ;; esac\n"
  private static let withExport = "[ ! \"$__stack_exports\" ] || \\set -a\n"

  /// The scripts for completion and for the prompt, and the assignments that leave the prompt
  /// itself alone and that show the dot.
  private var content: (scripts: [UInt8], noPrompt: String, dot: String) {
    let noPrompt = "STACK_NO_PROMPT=1"
    let dot = "__stack_dot=--dot"
    return switch self {
    case .bash: (PackageResources.stack_bash + PackageResources.prompt_bash, noPrompt, dot)
    case .zsh: (PackageResources._stack + PackageResources.prompt_zsh, noPrompt, dot)
    case .fish:
      (
        PackageResources.stack_fish + PackageResources.prompt_fish, "set -g STACK_NO_PROMPT 1",
        "set -g __stack_dot --dot"
      )
    case .elvish: (PackageResources.stack_elv, "set shows-task = $false", "set dot = [--dot]")
    case .xonsh:
      (PackageResources.stack_xsh, "__stack_shows_task = False", "__stack_dot = ['--dot']")
    case .posix: (PackageResources.prompt_sh, noPrompt, dot)
    }
  }
}

extension [UInt8] {
  /// The script with the program's name, which is `stack` in the files. This word is the program's
  /// name only between blanks, brackets, single quotes and semicolons; elsewhere it is a directory
  /// or a part of another name.
  fileprivate var withProgramName: [UInt8] {
    // The scripts have this name already, and each shell that starts waits for them.
    if Program.name == "stack" { return self }
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
