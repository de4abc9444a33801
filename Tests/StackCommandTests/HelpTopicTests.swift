// `stack help TOPIC`: its commands are run as a user would type them.

import TestSupport
import Testing

@testable import StackCommand

@Suite(.waitsForPrograms) struct HelpTopicTests {
  @Test(arguments: HelpTopic.allCases) func aTopicIsListedAndFitsATerminal(_ topic: HelpTopic)
    throws
  {
    let home = Home()
    let text = try home.stack("help", topic.rawValue).output
    #expect(text.hasSuffix("\n") && !text.contains("§"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try home.stack("help").output.contains(topic.rawValue))
    #expect(try home.stack("help", "help").output.contains("  \(topic.rawValue) "))
    let renamed = try home.shell("cp -L .bin/stack todo && ./todo help \(topic.rawValue)").output
    #expect(
      renamed.contains("todo ") && !renamed.contains("stack push")
        && !renamed.contains("stack prompt"))
  }

  /// Prints the indented lines of a topic's paragraphs that have a text, to be run.
  private static let recipe = """
    recipe() { stack help $1 | awk -v text="$2" '/^  /{ r = r substr($0, 3) "\\n"; next } { if (index(r, text)) printf "%s", r; r = "" }'; }
    """

  @Test(.needs("git"))
  func theStepsForGitShareAStackOnThreeMachines() throws {
    let home = Home([
      "GIT_AUTHOR_NAME": "Pat", "GIT_COMMITTER_NAME": "Pat", "EMAIL": "pat@example.org",
    ])
    try session(
      """
      $ \(Self.recipe)
      $ git init -qb main --bare origin; mkdir desk laptop tower; root=$PWD
      $ on() { (HOME=$root/$1; cd; eval "${2//ADDRESS/$root/origin}") >log 2>&1 || cat log; }
      $ on desk 'git clone -q $root/origin dotfiles; printf "%s\\\\n" One Two Three | stack push -'
      $ on desk "$(recipe machines 'Add my stack')"
      $ on laptop 'stack push Only on the laptop; stack -s work push At work'
      $ on laptop "$(recipe machines 'stack ~/.config/stack.old'; recipe machines 'git clone'; recipe machines basename)"
      $ on tower "$(recipe machines 'git clone'); stack done; stack push From the tower"
      $ on desk 'stack skip; stack push From the desk; stack -s errands push In town'
      $ on laptop 'stack attach https://example.org/'
      $ for machine in tower laptop desk tower laptop; do on $machine "$(recipe machines 'git pull')"; done
      $ HOME=$PWD/laptop bash -ec "$(recipe machines 'git pull')" >log 2>&1 || cat log
      $ grep -o '"title": "[^"]*"' laptop/dotfiles/stack/stack.json | cut -d'"' -f4 | sort
      From the desk
      From the tower
      One
      Only on the laptop
      Three
      Two
      $ cmp {laptop,desk}/dotfiles/stack/stack.json
      $ cmp {laptop,tower}/dotfiles/stack/stack.json
      $ grep -c '"One".*"attachments".*"completed"' tower/dotfiles/stack/stack.json
      1
      $ for name in work errands; do for machine in desk laptop tower; do HOME=$root/$machine stack -s $name; done; done
      At work
      At work
      At work
      In town
      In town
      In town
      $ on tower 'cd dotfiles; git config --unset merge.stack.driver; stack done; stack push Last here'
      $ on desk "stack push Last; $(recipe machines 'git pull')"
      $ on tower "$(recipe machines 'git pull')" | grep -o '^CONFLICT'
      CONFLICT
      $ on tower "cd dotfiles; $(recipe machines 'git clone' | tail -n 1; recipe machines --merge)"
      $ HOME=$PWD/tower
      $ stack
      Three
      $ stack count
      6
      """, in: home)
  }

  /// Runs the recipe that has a text, with `cat` instead of `stack prompt`, for some tasks and for
  /// no task.
  private static let bar = #"""
    $ tasks() { printf '%s\n' 'R&D | a < b' '#[x] %{F} $(y)' ''; }
    $ filter() { tasks | eval "cat $(recipe bars "$1" | grep -o "| sed.*'")"; }
    $ script() { tasks | bash -c "$(recipe bars "$1" | sed 's/stack prompt --watch/cat/')"; }
    """#

  @Test func barsShowTitlesAsTheyWereTyped() throws {
    try session(
      """
      $ \(Self.recipe)
      \(Self.bar)
      $ filter status-right | grep -v '^$'
      R&D | a < b
      ###[][x] %{F} $(y)
      $ filter custom/script | grep -v '^$'
      R&D | a < b
      #[x] % {F} $(y)
      $ filter interval=persist | tail -n 1 | grep -c '^ $'
      1
      $ filter '&amp;'
      <b></b>R&amp;D | a &lt; b
      <b></b>#[x] %{F} $(y)
      <b></b>
      $ script swiftbar
      ~~~
       R&D   a < b | emojize=false symbolize=false
      ~~~
       #[x] %{F} $(y) | emojize=false symbolize=false
      ~~~
        | emojize=false symbolize=false
      $ eval "$(recipe bars useMarkup)"
        | useMarkup=false emojize=false ansi=false unescape=false
      $ stack push 'R&D | a < b'
      R&D | a < b
      $ eval "$(recipe bars useMarkup)"
       R&D   a < b | useMarkup=false emojize=false ansi=false unescape=false
      """)
  }

  @Test(.needs("jq"))
  func oneThingForGNOMEGetsStringsOfGVariant() throws {
    let home = Home()
    try home.script("dconf", #"echo "$3""#)
    try session(
      #"""
      $ \#(Self.recipe)
      \#(Self.bar)
      $ script dconf
      "R&D | a < b"
      "#[x] %{F} $(y)"
      ""
      """#, in: home)
  }

  @Test func recipesImportTasksOfOtherPrograms() throws {
    try session(
      """
      $ \(Self.recipe)
      $ printf '%s\\n' 'x 2026-11-01 Old' '2026-11-02 Water plants' 'Apple' '(B) 2026-11-03 Second' '(A) Zeta' >todo.txt
      $ printf '%s\\r\\n' '(A) 2026-01-01 Alpha' '(b) lower' 'xylophone' >>todo.txt; printf 'NUL \\0.' >>todo.txt
      $ printf 'Idea\\n\\nOther idea\\n' >ideas.txt
      $ recipe recipes todo.txt | sh
      Zeta
      $ while stack done 2>&-; do :; done
      Alpha
      Second
      Water plants
      Apple
      (b) lower
      xylophone
      NUL \\u{0}.
      $ printf 'Caf\\351\\n(A) First\\n' >todo.txt
      $ recipe recipes todo.txt | sh
      stack: line 2 of the input is not UTF-8; nothing was changed
      [64]
      $ eval "$(recipe recipes ideas.txt)"
      Idea
      """)
  }

  /// The script answers as Taskwarrior 2.6 does.
  @Test(.needs("jq")) func theRecipeImportsTasksOfTaskwarrior() throws {
    let home = Home(["TZ": "Europe/Berlin", "STACK_NOW": "2026-11-23T10:00:00Z"])
    try home.script(
      "task",
      #"""
      case $* in
      'status:pending export') cat <<'EOF' ;;
      [{"description": "Call Sam", "urgency": 0}, {"description": "Two\nlines", "urgency": 1.5},
        {"description": "Pay \"rent\"", "urgency": 6}]
      EOF
      'status:waiting export') cat <<'EOF' ;;
      [{"description": "-x \n $y", "wait": "20261201T083000Z"},
        {"description": "Over", "wait": "20261101T083000Z"}]
      EOF
      esac
      """#)
    try session(
      #"""
      $ \#(Self.recipe)
      $ recipe recipes 'task status' | sh | uniq
      Pay "rent"
      $ grep -o '"title": ".*", "added\|"until.*"' "$(stack path)"
      "title": "Pay \"rent\"", "added
      "title": "Two lines", "added
      "title": "Call Sam", "added
      "title": "Over", "added
      "title": "-x $y", "added
      "until": "DATE"
      $ STACK_NOW=2026-12-01T08:29:00Z stack count; STACK_NOW=2026-12-01T08:30:00Z stack count
      4
      5
      """#, in: home)
  }
}
