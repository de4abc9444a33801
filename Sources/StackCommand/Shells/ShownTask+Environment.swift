import CSystem
import Stack

extension ShownTask {
  /// What the prompt of the shell that runs this command shows of the queue at a path
  /// (`completions/README.md`, "Variables"). `nil` if that isn't known, if the prompt shows another
  /// queue, and for a script, even if it inherits the variable from an interactive shell.
  static func inPrompt(of path: Pathname) -> ShownTask? {
    guard let variable = Shell.promptCheck, let shown = ShownTask(variable), shown.isOf(path),
      shown.shell == Int(getppid()), StandardError.isTerminal
    else { return nil }
    return shown
  }
}
