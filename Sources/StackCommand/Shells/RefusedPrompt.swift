// The prompt of the last change that was refused, in the file `refused.prompt`.

import Stack

extension Session {
  /// Whether the last change that was refused had the same prompt, which then isn't kept up to date
  /// in this shell. Remembers the prompt.
  func isRefusedAgain() -> Bool {
    let name = Pathname(unchecked: "refused.prompt")
    guard let prompt = Shell.promptCheck, let state = try? directories.state(),
      let directory = try? PathWalk.ownDirectory(state, creatingMissing: false)
    else { return false }
    if (try? OpenFile(name, in: directory, for: .reading).bytes()) == prompt { return true }
    try? directory.write(prompt, as: name, by: Pathname(unchecked: "refused.new"))
    return false
  }
}
