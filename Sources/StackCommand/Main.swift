// The `stack` command: from the arguments to an exit status.

import Stack

@main
struct Main {
  static func main() {
    System.ignoreSignalsOfWriting()
    var arguments = Arguments()
    do throws(CommandError) {
      let folders = Folders()
      try attempt(system: folders.becomeOwner())
      let invocation = try arguments.parse(
        try Program.arguments(), defaultQueue: System.environmentVariable("STACK_QUEUE"))
      try invocation.run(in: folders)
    } catch {
      StandardError.report(error.sentence(arguments.context))
      System.end(error.status.rawValue)
    }
    System.end(ExitStatus.success.rawValue)
  }
}
