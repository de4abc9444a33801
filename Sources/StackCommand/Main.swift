// The `stack` command: from the arguments to an exit status.

import Stack

@main
struct Main {
  static func main() {
    System.ignoreSignalsOfWriting()
    var arguments = Arguments()
    do throws(CommandError) {
      try attempt(system: Folders().becomeOwner())
      let invocation = try arguments.parse(
        try Program.arguments(), defaultQueue: System.environmentVariable("STACK_QUEUE"))
      try invocation.run()
    } catch {
      StandardError.report(error.sentence(arguments.context))
      System.exit(error.status.rawValue)
    }
    System.exit(ExitStatus.success.rawValue)
  }
}
