// Where the errors of the module become those of the command: what the queue refused, what the system refused
// before anything was changed, and what couldn't be printed.

import Stack

/// Does something with the queue.
func attempt<Result>(
  queue operation: @autoclosure () throws(QueueError) -> Result
) throws(CommandError) -> Result {
  do throws(QueueError) {
    return try operation()
  } catch {
    throw .queue(error)
  }
}

/// Does something that comes before all changes of the queue.
func attempt<Result>(
  system operation: @autoclosure () throws(SystemError) -> Result
) throws(CommandError) -> Result {
  do throws(SystemError) {
    return try operation()
  } catch {
    throw .system(error)
  }
}

/// Prints what a command without a change prints.
func attempt(output operation: @autoclosure () throws(SystemError) -> Void) throws(CommandError) {
  do throws(SystemError) {
    try operation()
  } catch {
    throw .notShown(error)
  }
}
