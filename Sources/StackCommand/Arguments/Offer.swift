/// The candidates for an operand or an option's value, as commands and options declare them.
enum Offer {
  /// No candidates, because the user chooses the words.
  case nothing
  /// Names that the program knows. The subjects of help are the commands and the topics.
  case commands, helpSubjects, shells, stacks
  /// Words for times, looking ahead and looking back.
  case times, pastTimes
  /// The titles of the tasks that wait.
  case waitingTitles
  /// What the current task has: its title, and its attachments by name or by number.
  case currentTitle, attachments, attachmentNumbers
  /// Other machines, from ssh's configuration and the shell; and files, from the shell.
  case hosts, files
}
