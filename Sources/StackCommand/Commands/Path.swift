// `stack path`: shows where the file is.

import Stack

extension Command {
  static let path = Command(
    summary: "show where the file is",
    help: """
      Show where the file is, as a path in which links are kept. For programs that
      want the file itself, such as git in a repository with dotfiles, realpath
      follows them:

        cd ~/dotfiles && git add "$(realpath "$(§ path)")"
      """
  ) { (session) throws(CommandError) in
    try session.write(attempt(queue: session.queue()).path.bytes + Array("\n".utf8))
  }
}
