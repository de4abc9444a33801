// What may stand in a place of the command line, as commands and options declare it.

enum Offer {
  /// Words of one's own, for which there is nothing to offer.
  case nothing
  case commands
  case shells
  case stacks
  /// What is attached to the current task, as it can be named.
  case attachments
  /// What is attached to the current task, by its numbers.
  case attachmentNumbers
  /// Other machines, as ssh knows them.
  case hosts
  /// The files that the shell itself offers.
  case files
}
