// What a person asked for, once the arguments have been understood.

import Stack

/// A command with all that it needs.
enum Command: Equatable {
  /// Where the text of new tasks comes from.
  enum Text: Equatable {
    case title(TaskTitle)
    case question
    case standardInput
  }

  /// How the current task is reworded.
  enum Rewording: Equatable {
    case title(TaskTitle)
    case editor
    case editorWithAll
  }

  case show
  case push(Text, attachments: [String], inFront: Bool)
  case done
  case skip
  case drop
  case edit(Rewording)
  case undo
  case redo
  case attach([String])
  case detach([String])
  case open(Int?)
  case send(Recipient)
  case receive
  case count
  case prompt(columns: Int, withExtent: Bool)
  case initialize(Shell, leavingPrompt: Bool)
  case path
  case help(CommandName?)
  case version
}

/// A command, and the options that all commands have.
struct Invocation: Equatable {
  /// The command's name, `nil` where there was none.
  var name: CommandName?
  var command: Command
  var queue: QueueName
  /// Whether the current task is to be shown as JSON.
  var showsJSON: Bool
}

/// The shells that `stack` has an integration for.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish
  /// dash, ksh, mksh, ash and their like.
  case posix
}

/// Somebody else's stack: `HOST`, or `HOST:NAME`.
struct Recipient: Equatable {
  let host: String
  let queue: QueueName?

  /// As it was typed.
  let text: String
}
