import Stack

/// The answer to a word that isn't a command or an option, but resembles one, or is a command of
/// other programs.
struct Suggestion {
  /// The word in lower case.
  let word: String
  /// The words after it.
  let rest: [String]
  /// The beginning of every command line for the same queue.
  let stack: String

  /// The answer; `nil` if the word resembles nothing.
  ///
  /// A word for looking never suggests a command that changes something, and a word for undoing
  /// never one that adds a task.
  var hint: CommandError.Hint? {
    let commands = Command.all
    if word == "next", !rest.isEmpty, let top = commands.first(where: { $0.name == "top" }) {
      return proposal(top)
    }
    if HelpTopic(rawValue: word) != nil { return Arguments.hint(toHelp: " \(word)") }
    return Self.answers.first { isListed(in: $0.words) }?.hint
      ?? commands.first { word == $0.name || isListed(in: $0.otherNames) }.map(proposal)
      ?? similar(commands)
  }

  private func proposal(_ command: Command) -> CommandError.Hint {
    if command.operands.areText, !rest.isEmpty {
      return CommandError.Hint(
        text: "did you mean", command: "\(stack) \(command.name) \(rest.asTyped)")
    }
    let isAboutMore = command.isAboutCurrentTask && !rest.isEmpty
    return CommandError.Hint(
      text: "did you mean \(command.name)?"
        + (isAboutMore ? " It is always about the current task" : ""))
  }

  private static var looking: String { "\(Program.name) alone shows the current task" }

  /// Words that in other programs are commands for looking at tasks.
  private static let viewingWords =
    "list ls show all view peek current status next now check what look see print get head task "
    + "tasks todo todos queue pending items info stats summary doing active notes "
    + "begin work go report today agenda calendar inbox overdue ready listall"

  /// Words that don't mean a single command, each with a text and a command for the answer.
  private static var answers: [(words: String, hint: CommandError.Hint)] {
    let stack = Program.name
    let answers = [
      (viewingWords, looking, ""),
      // Tasks may begin with words that resemble these.
      (
        "lsa listpri lsp lf burndown newest oldest long minimal unblocked ids calc columns "
          + "diagnostics information news reports timesheet unique uuids",
        looking, ""
      ),
      ("first", "\(looking), and \(stack) push --top puts a new one in front", ""),
      (
        "move mv up down raise pri p depri dp prio priority important reorder sort",
        "tasks are in the order in which they were added; to rearrange them", "edit --all"
      ),
      (
        "due date tomorrow tonight schedule until", "to put the current task aside until a day",
        "snooze monday"
      ),
      (
        "clear reset empty purge wipe deduplicate",
        "\(stack) drop deletes the current task; to delete others",
        "edit --all"
      ),
      ("d", "did you mean done or drop?", ""),
      (
        "synchronize backup dropbox syncthing nextcloud git clone fetch",
        "for several machines", "help sync"
      ),
      ("bar statusbar polybar waybar i3status tmux widget", "for status bars", "help bars"),
      ("remote phone", "for other machines", "help ssh"),
      (
        "config configure settings options set setup install colors",
        "for the prompt and completion",
        "help init"
      ),
      ("import import-v2 load", "to add each line of a file as a task", "push - <FILE"),
      ("export dump json", "for the path of the file, which is JSON", "path"),
      (
        "tag tags label labels context contexts project repeat recur recurring weekly estimate "
          + "assign depends listcon lsc listproj lsprj udas",
        "a task is a line of text; to add what else there is to know about it", "note TEXT"
      ),
      (
        "stop pause waiting hold blocked blocking", "to put the current task aside for two hours",
        "snooze 2h"
      ),
      ("command commands execute listaddons shorthelp", "for all commands", "help"),
      ("save", "every change is saved at once", ""),
      ("exit quit q bye", "there is nothing to exit, because each command ends by itself", ""),
      ("lists queues projects", "for the names of your stacks", "stacks"),
      ("ideas home private someday use switch addto listfile", "to use another stack", "-s NAME"),
      ("completion completions", "for completion", "help init"),
      ("man manual", "for the manual", "help --man | man -l -"),
      ("version", "for the version", "--version"),
    ]
    return answers.map { words, text, command in
      (words, CommandError.Hint(text: text, command: command.isEmpty ? nil : "\(stack) \(command)"))
    }
  }

  private func isListed(in words: String) -> Bool {
    words.split(separator: " ").contains { $0 == word }
  }

  /// The answer to a mistyped word, if it resembles a known one. In a tie, words that mean looking
  /// win.
  private func similar(_ commands: [Command]) -> CommandError.Hint? {
    // There are many short words in the lists, so the first letter must be right, or everything
    // would resemble one.
    func entries(_ words: String, _ hint: CommandError.Hint) -> [(
      word: Substring, hint: CommandError.Hint
    )] {
      words.split(separator: " ").filter { $0.utf8.first == word.utf8.first }.map { ($0, hint) }
    }
    var known = entries(Self.viewingWords, CommandError.Hint(text: Self.looking))
    known += commands.filter { $0.participle == nil }.flatMap {
      entries($0.otherNames, proposal($0))
    }
    known += commands.map { ($0.name[...], proposal($0)) }
    let limit = word.utf8.count > 4 ? 2 : 1
    let close = known.filter {
      editDistance(to: $0.word) <= limit || $0.word.utf8.sorted() == word.utf8.sorted()
    }
    return close.min { editDistance(to: $0.word) < editDistance(to: $1.word) }?.hint
  }

  /// The Levenshtein distance: how many letters must be added, removed or changed to get the other
  /// word.
  private func editDistance(to other: Substring) -> Int {
    var row = Array(0...other.utf8.count)
    for (index, letter) in word.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, otherLetter) in other.utf8.enumerated() {
        let change = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.utf8.count]
  }
}
