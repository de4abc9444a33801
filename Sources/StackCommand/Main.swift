// The `stack` command: from the arguments to the exit status.

import Stack

@main struct Main {
  static func main() {
    System.ignoreSignalsOfWriting()
    do throws(CommandError) {
      var directories = QueueDirectories()
      if System.mayBeRoot { directories.becomeOwner() }
      let arguments = Arguments()
      try arguments.read(Program.arguments()[...])
      try Session(arguments, in: directories).run()
    } catch {
      StandardError.printError(error)
      System.end(error.status.rawValue)
    }
    System.end(ExitStatus.success.rawValue)
  }
}
