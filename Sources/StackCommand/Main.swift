// The `stack` command: from the arguments to an exit status.

import Stack

@main
struct Main {
  static func main() {
    System.ignoreSignalsOfWriting()
    let status: ExitStatus
    do throws(CommandError) {
      let invocation = try ArgumentParser.parse(
        Array((System.arguments ?? []).dropFirst()), defaultQueue: System.environmentVariable("STACK_QUEUE"))
      try Session(invocation).run()
      status = .success
    } catch {
      Output(showsJSON: false).report(error)
      status = error.status
    }
    System.exit(status.rawValue)
  }
}
