// Why a command came to nothing, and the exit status that says so.

import Stack

/// Why a command came to nothing.
enum CommandError: Error {
  // The words on the command line
  case noArguments
  case argumentNotUTF8(position: Int)
  case unknownCommand(String, rest: [String])
  case unknownSubject(String)
  case unknownOption(String)
  case missingValue(of: String)
  case unwantedValue(of: String)
  case missingOperand
  case unexpectedArgument(String)
  case invalidText(TaskTitle.Problem)
  case invalidQueueName(String, source: String)
  case invalidHost(String)
  case notANumber(String, subject: String)
  case unknownShell(String)

  // What is to be attached, and standard input
  case missingFile(String)
  case unreachableFile(SystemError)
  case pathNotUTF8(String)
  case inputNotUTF8(line: Int)
  case inputTooLarge

  // The queue
  case queue(QueueError)
  case nothingAttached
  case noSuchAttachment(Int, count: Int)
  case attachmentsNotOpened([String])

  // What a person decided, in a question or in an editor
  case cancelled(String)
  case editorFailed(String)
  case invalidEditedText(line: Int, String, saved: FilePath)
  case notTaken(QueueError, saved: FilePath)

  // Other machines
  case unreachable(host: String, report: String)
  case refused(host: String, report: String)
  case troubled(host: String, report: String)
  case perhapsArrived(host: String, report: String)
  case sentButNotMoved(title: String, host: String, QueueError)
  case invalidTask(FormatProblem)

  // The system
  case system(SystemError)
  case notShown(SystemError)
  case doneButNotShown(SystemError)
}

extension CommandError {
  var status: ExitStatus {
    switch self {
    case .argumentNotUTF8, .unknownCommand, .unknownSubject, .unknownOption, .missingValue, .unwantedValue,
      .missingOperand, .unexpectedArgument, .invalidText, .invalidQueueName, .invalidHost, .notANumber,
      .unknownShell, .missingFile, .pathNotUTF8, .inputNotUTF8, .inputTooLarge, .invalidEditedText:
      .usage
    case .nothingAttached, .noSuchAttachment, .cancelled, .editorFailed:
      .nothing
    case .invalidTask:
      .data
    case .unreachable, .refused, .troubled, .perhapsArrived:
      .unavailable
    case .noArguments, .unreachableFile, .attachmentsNotOpened, .system, .notShown, .doneButNotShown:
      .inputOutput
    case .sentButNotMoved(_, _, .locked), .sentButNotMoved(_, _, .rewrittenMeanwhile):
      // Whoever tried again would send it twice.
      .inputOutput
    case .queue(let error), .notTaken(let error, _), .sentButNotMoved(_, _, let error):
      error.status
    }
  }
}

extension QueueError {
  fileprivate var status: ExitStatus {
    switch self {
    case .noTask, .nothingToUndo, .nothingToRedo, .notReversible, .notAttached: .nothing
    case .invalidArrangement: .usage
    case .malformed: .data
    case .noHome, .notAFile, .system, .incomplete: .inputOutput
    case .locked, .rewrittenMeanwhile, .changedMeanwhile: .tryAgain
    }
  }
}
