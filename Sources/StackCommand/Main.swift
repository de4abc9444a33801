// The `stack` command: from the arguments to an exit status.

import Stack

@main struct Main {
  static func main() {
    System.ignoreSignalsOfWriting()
    let arguments = Arguments()
    do throws(CommandError) {
      var directories = QueueDirectories()
      if System.mayBeRoot { directories.becomeOwner() }
      try arguments.read(Program.arguments()[...])
      try Session(arguments, in: directories).run()
    } catch {
      StandardError.printError(error.sentence(arguments))
      System.end(error.status.rawValue)
    }
    System.end(ExitStatus.success.rawValue)
  }
}
