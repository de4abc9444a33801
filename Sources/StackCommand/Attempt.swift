// Where the errors of the module become those of the command.

import Stack

/// Does something, and says in a sentence of the command's why it failed.
func attempt<Result, Failure>(
  _ operation: @autoclosure () throws(Failure) -> Result, or error: (Failure) -> CommandError
) throws(CommandError) -> Result {
  do throws(Failure) {
    return try operation()
  } catch let failure {
    throw error(failure)
  }
}

/// Does something with the queue.
func attempt<Result>(
  queue operation: @autoclosure () throws(QueueError) -> Result
) throws(CommandError) -> Result {
  try attempt(operation(), or: CommandError.queue)
}

/// Does something that comes before all changes of the queue.
func attempt<Result>(
  system operation: @autoclosure () throws(SystemCallError) -> Result
) throws(CommandError) -> Result {
  try attempt(operation(), or: CommandError.system)
}
