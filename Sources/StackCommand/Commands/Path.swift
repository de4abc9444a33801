// `stack path`: prints the path of the file.

import Stack

extension Command {
  static let path = Command(
    summary: "show where the file is",
    help: """
      Print the path of the stack's file. Symbolic links in it are not resolved. A
      program that needs the real file, such as git in a repository with dotfiles,
      can use realpath:

        cd ~/dotfiles && git add "$(realpath "$(§ path)")"
      """
  ) { (session) throws(CommandError) in
    try session.write(attempt(session.queue(), or: CommandError.queue).path.bytes + Array("\n".utf8))
  }
}
