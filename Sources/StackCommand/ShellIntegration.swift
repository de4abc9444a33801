// What `stack init` prints: the very files of `completions`, which are built into the program.

extension Shell {
  /// Completion and prompt integration for the shell.
  ///
  /// - Parameter leavingPrompt: Whether the prompt itself is left alone.
  func integration(leavingPrompt: Bool) -> [UInt8] {
    (leavingPrompt ? Array((assignment + "\n").utf8) : []) + completion + prompt
  }

  private var assignment: String {
    switch self {
    case .bash, .zsh, .posix: "STACK_NO_PROMPT=1"
    case .fish: "set -g STACK_NO_PROMPT 1"
    }
  }

  private var completion: [UInt8] {
    switch self {
    case .bash: PackageResources.stack_bash
    case .zsh: PackageResources._stack
    case .fish: PackageResources.stack_fish
    case .posix: []
    }
  }

  private var prompt: [UInt8] {
    switch self {
    case .bash: PackageResources.prompt_bash
    case .zsh: PackageResources.prompt_zsh
    case .fish: PackageResources.prompt_fish
    case .posix: PackageResources.prompt_sh
    }
  }
}
