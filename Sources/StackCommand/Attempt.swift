// Where errors of the module become errors of the command.

/// Does something, and turns the error, if it fails, into the command's.
func attempt<Result, Failure>(
  _ operation: @autoclosure () throws(Failure) -> Result, or error: (Failure) -> CommandError
) throws(CommandError) -> Result {
  do throws(Failure) {
    return try operation()
  } catch let failure {
    throw error(failure)
  }
}
