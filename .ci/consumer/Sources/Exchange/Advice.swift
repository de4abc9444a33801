// What an app shows for an error. Minor releases may add cases, so each `switch` has a `default`.

import Stack

func advice(_ error: QueueError) -> String {
  switch error {
  case .noTask, .nothingToUndo, .nothingToRedo: "nothing to act on"
  case .invalidTitle(let problem): "input: \(problem)"
  case .invalidAttachment(let text): "input: '\(TaskTitle.visible(text))' can't be attached"
  case .notAttached, .changedMeanwhile: "read again"
  case .locked, .rewrittenMeanwhile: "try again"
  case .malformed(_, let position, let problem): "line \(position.line): \(advice(problem))"
  case .notReversible(let refusal): "\(refusal.command): \(refusal.reason.rawValue)"
  case .system(let error), .incomplete(let error): advice(error)
  default: error.description
  }
}

func advice(_ problem: FormatProblem) -> String {
  switch problem {
  case .conflictMarker: "resolve the conflict"
  case .missingTitle, .duplicateKey: "ask the other program's author"
  default: problem.description
  }
}

func advice(_ error: FileError) -> String {
  switch error.operation {
  case .lock: "another file system is needed"
  default: "\(error.path): \(error.reason)"
  }
}

/// Runs a step and prints its result, or what the app shows for its error.
func show(_ step: () throws(QueueError) -> String) {
  do { print(try step()) } catch { print(advice(error)) }
}
