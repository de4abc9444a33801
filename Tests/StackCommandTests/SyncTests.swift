// `stack sync`: three machines that exchange their stacks through a git repository.

import Foundation
import TestSupport
import Testing

@Suite(.waitsForPrograms, .needs("git")) struct SyncTests {
  // MARK: Exchanging

  @Test func threeMachinesGetTheSameTasks() throws {
    try session(
      """
      $ laptop push Write the report
      Write the report
      $ laptop push Call Sam
      Write the report
      $ laptop sync origin
      Write the report
      $ desk sync ~/origin
      Write the report
      $ desk done
      Call Sam
      $ desk push Buy milk
      Call Sam
      $ laptop push Water the plants
      Write the report
      $ desk sync
      Call Sam
      $ laptop sync
      Call Sam
      $ tower push Feed the cat
      Feed the cat
      $ tower sync origin
      Call Sam
      $ desk sync; laptop sync
      Call Sam
      Call Sam
      $ same laptop desk tower
      $ tasks laptop
      Call Sam
      Buy milk
      Water the plants
      Feed the cat
      Write the report
      """, in: machines())
  }

  @Test func atATerminalItSaysWhatHappened() throws {
    let home = try machines()
    try home.shell("laptop push One; laptop -s work push Mow")
    try session(
      """
      $ laptop sync origin
      Synced with ~/origin: your changes are sent (stack, work)
      ○ One
      $ desk sync origin
      Synced with ~/origin: 2 tasks came (stack, work)
      ○ One
      $ laptop sync
      Synced with ~/origin: nothing new
      ○ One
      $ { desk done; desk push Two; desk push Three; } >log 2>&1; desk sync
      Synced with ~/origin: your changes are sent (stack)
      ◎ Two
      $ laptop sync
      Synced with ~/origin: 2 tasks came, 1 is done now (stack)
      ◎ Two
      $ { laptop done; laptop -s work note Soon; } >log 2>&1; laptop sync; desk sync
      Synced with ~/origin: your changes are sent (stack, work)
      ○ Three
      Synced with ~/origin: 1 task is done now (stack, work)
      ○ Three
      """, in: home, atTerminalAfter: "export TERM=dumb")
  }

  @Test func aNewLayoutIsNoNews() throws {
    try session(
      """
      $ tr -d '\\n' <desk/.config/stack/stack.json >new; mv new desk/.config/stack/stack.json
      $ desk sync; laptop sync; touch laptop/.config/stack/stack.json; laptop sync
      Synced with ~/origin: your changes are sent (stack)
      ○ One
      Synced with ~/origin: nothing new
      ○ One
      Synced with ~/origin: nothing new
      ○ One
      """, in: syncedMachines("One"), atTerminalAfter: "export TERM=dumb")
  }

  /// It isn't counted as one that came, too.
  @Test func aTaskThatIsOpenAgainIsCountedOnce() throws {
    try session(
      """
      $ { laptop done; laptop sync; desk sync; laptop undo; laptop sync; } >shown 2>&1; desk sync
      Synced with ~/origin: 1 task is open again (stack)
      ◎ One
      """, in: syncedMachines("One", "Two"), atTerminalAfter: "export TERM=dumb")
  }

  @Test func atATerminalItCountsWhatBecameOfTheTasks() throws {
    let home = try syncedMachines("One", "Two")
    try home.shell("laptop push 3; laptop push 4; laptop push 5; laptop sync; desk sync")
    try session(
      """
      $ { laptop undo; laptop undo; laptop sync; } >shown 2>&1; desk sync
      Synced with ~/origin: 2 tasks are gone (stack)
      ◔ One
      $ { laptop undo; laptop sync; } >shown 2>&1; desk sync
      Synced with ~/origin: 1 task is gone (stack)
      ◎ One
      $ { laptop done; laptop done; laptop sync; } >shown 2>&1; desk sync
      Synced with ~/origin: 2 tasks are done now (stack)
      A fresh start. Anything to add?
      stack push "…"
      $ { laptop undo; laptop undo; laptop sync; } >shown 2>&1; desk sync
      Synced with ~/origin: 2 tasks are open again (stack)
      ◎ One
      $ { laptop note Soon; laptop sync; } >shown 2>&1; desk sync
      Synced with ~/origin: changes came (stack)
      ◎ One
        Soon
      """, in: home, atTerminalAfter: "export TERM=dumb")
  }

  @Test func aStackWhoseOnlyPushWasUndoneIsNotNew() throws {
    try session(
      """
      $ { laptop push One; laptop sync origin; desk sync origin; desk push Two; desk sync; } >shown
      $ laptop undo; laptop sync
      Two
      """, in: machines())
  }

  @Test func aRenameOfASyncedStackSaysWhatOtherMachinesDo() throws {
    try session(
      """
      $ { laptop -s work push Mow; laptop sync; } >shown 2>&1; laptop stacks --rename work job
      Renamed: work → job (1 open, 0 finished)
      Other machines follow when they sync, but keep there what was changed there.
      ○ One
      """, in: syncedMachines("One"), atTerminalAfter: "export TERM=dumb")
  }

  /// The second wording isn't counted as a task that came.
  @Test func atATerminalItSaysThatBothWordingsAreKept() throws {
    let home = try syncedMachines("Call Sam")
    try home.shell("laptop edit Call Sam Lee; desk edit Call Samuel; laptop sync; desk push Two")
    try session(
      """
      $ desk sync
      Synced with ~/origin: 1 task was reworded on both sides (both wordings are kept), your changes are sent (stack)
      ◔ Call Sam Lee
      """, in: home, atTerminalAfter: "export TERM=dumb")
  }

  @Test func tabOffersFiles() throws {
    try session("$ stack complete bash -- sync ''\nfiles\n$ stack complete bash -- sync origin ''")
  }

  @Test func everyStackIsExchanged() throws {
    try session(
      """
      $ laptop -s work push Mow; desk -s home push Cook; laptop sync origin; desk sync origin
      Mow
      Cook
      $ laptop sync
      $ laptop stacks; desk stacks
      home
      work
      home
      work
      $ laptop -s home; desk -s work
      Cook
      Mow
      $ STACK_QUEUE=home laptop sync
      Cook
      $ git -C origin ls-tree --name-only stack
      .gitattributes
      home.json
      work.json
      $ git -C origin show stack:.gitattributes
      *.json -text merge=stack
      """, in: machines())
  }

  @Test func whatBothMachinesChangedIsMerged() throws {
    try session(
      """
      $ laptop note Her number is 12; desk edit Call Sam Lee; laptop snooze 2h; desk skip
      Call Sam
      Call Sam Lee
      Buy milk
      Buy milk
      $ laptop sync; desk sync; laptop sync
      Buy milk
      Buy milk
      Buy milk
      $ same laptop desk
      $ grep -o '"Call.*' laptop/.config/stack/stack.json
      "Call Sam Lee", "added": "DATE", "notes": ["Her number is 12"], "until": "DATE"}
      """, in: syncedMachines("Call Sam", "Buy milk"))
  }

  @Test func keysThatTheRepositoryHasOtherwiseAreNamed() throws {
    try session(
      """
      $ file=laptop/.config/stack/stack.json; sed -i 's/"tasks"/"a": 1, "b": 1, &/' $file; laptop sync
      One
      $ git clone -q origin clone; cd clone; sed -i 's/"a": 1, "b": 1/"a": 2/' stack.json
      $ git -c user.name=p -c user.email=p commit -qam Keys; git push -q; cd
      $ sed -i 's/: 1, /: 3, /g' $file; laptop sync
      stack: both sides changed "a"; kept yours, the repository has 2
      stack: both sides changed "b"; kept yours, the repository doesn't have it
      One
      """, in: syncedMachines("One"))
  }

  // MARK: Undo

  @Test func undoKeepsWhatCame() throws {
    try session(
      """
      $ laptop push Two; desk push Three; laptop sync; desk sync
      One
      One
      One
      One
      $ desk undo
      One
      $ tasks desk
      One
      Two
      $ desk undo
      stack: there is nothing to undo
      [1]
      $ desk redo
      One
      $ desk undo; desk sync; laptop sync
      One
      One
      One
      $ tasks laptop
      One
      Two
      $ same laptop desk
      """, in: syncedMachines("One"))
  }

  @Test func anUndonePushThatWasSentIsGoneEverywhere() throws {
    try session(
      """
      $ laptop push Two; laptop sync; desk sync; laptop undo; laptop sync; desk sync
      One
      One
      One
      One
      One
      One
      $ tasks desk
      One
      """, in: syncedMachines("One"))
  }

  /// The newest commit has what was undone, but changed only another stack.
  @Test func aChangeOfAnotherStackBringsNothingBack() throws {
    try session(
      """
      $ laptop push Two; laptop sync; desk -s work push Mow; desk sync; laptop undo; laptop sync
      One
      One
      Mow
      One
      One
      One
      $ tasks laptop; desk sync; tasks desk
      One
      One
      One
      """, in: syncedMachines("One"))
  }

  // MARK: Files that were removed or damaged

  @Test func aRemovedFileComesBack() throws {
    try session(
      """
      $ rm laptop/.config/stack/stack.json; laptop sync
      stack: The file of 'stack' was gone; it is back (1 task)
      One
      $ same laptop desk
      """, in: syncedMachines("One"))
  }

  @Test func aFileThatWasBegunAgainDeletesNothing() throws {
    try session(
      """
      $ rm laptop/.config/stack/stack.json; laptop push Three
      Three
      $ laptop sync
      stack: Another program removed tasks from 'stack'; they are back: 'One', 'Two' (to remove one: stack drop)
      One
      $ tasks laptop
      One
      Two
      Three
      """, in: syncedMachines("One", "Two"))
  }

  @Test func aRepairedFileDeletesNothing() throws {
    try session(
      """
      $ laptop push Two; desk push Three; desk sync; laptop sync; laptop push Four
      One
      One
      One
      One
      One
      $ echo damaged >laptop/.config/stack/stack.json; laptop sync 2>&1 | sed 's/:.*//'
      stack
      $ desk push Five; desk sync
      One
      One
      $ laptop undo; laptop sync
      One
      One
      $ tasks laptop | sort
      Five
      Four
      One
      Three
      Two
      """, in: syncedMachines("One"))
  }

  @Test func aDeletedStackIsNoReasonToDeleteTasks() throws {
    try session(
      """
      $ git clone -q origin clone; cd clone; git -c user.name=p -c user.email=p rm -q stack.json
      $ echo Mine >.gitattributes; git -c user.name=p -c user.email=p commit -qam Remove && git push -q
      $ tower push New; tower sync; laptop sync
      One
      One
      One
      $ tasks laptop; git -C ~/origin show stack:.gitattributes
      One
      New
      Mine
      """, in: syncedMachines("One"))
  }

  @Test func aRemoteThatWasBegunAgainDeletesNothing() throws {
    try session(
      """
      $ rm -rf origin; git init -q --bare -b stack origin
      $ desk push Two; laptop push Three; desk sync; laptop sync; desk sync
      One
      One
      One
      One
      One
      $ same laptop desk
      $ tasks desk | sort
      One
      Three
      Two
      """, in: syncedMachines("One"))
  }

  /// The new repository continues the newest commit, which the desk knows.
  @Test func aRemoteThatWasBegunAgainBringsNothingBack() throws {
    try session(
      """
      $ laptop -s work push Mow; laptop sync; laptop push Two; laptop sync; desk sync; laptop undo
      Mow
      One
      One
      One
      One
      One
      $ rm -rf origin; git init -q --bare -b stack origin; laptop sync; desk sync; tasks desk
      One
      One
      One
      """, in: syncedMachines("One"))
  }

  @Test func whatIsBackIsInTheFileEvenIfTheRemoteWasBegunAgain() throws {
    try session(
      """
      $ rm -rf origin; git init -q --bare -b stack origin
      $ echo '{}' >laptop/.config/stack/stack.json; laptop sync; tasks laptop
      stack: Another program removed tasks from 'stack'; they are back: 'One' (to remove one: stack drop)
      One
      One
      """, in: syncedMachines("One"))
  }

  @Test func aDamagedCacheIsMadeAgain() throws {
    try session(
      """
      $ git=laptop/.local/state/stack$PWD/laptop/.config/stack/sync/git
      $ laptop push Two; rm -rf $git/objects; laptop sync
      One
      One
      $ echo x >$git/config; laptop sync
      One
      $ touch $git/packed-refs.lock $git/refs/stack/stack.lock; desk sync; desk done; desk sync; laptop sync
      One
      Two
      Two
      Two
      """, in: syncedMachines("One"))
  }

  // MARK: Refusals

  @Test func whatCannotBeAnAddressIsRefused() throws {
    let home = try machines()
    try session(
      """
      $ laptop push One; laptop sync
      One
      stack: no repository is known yet; nothing was changed; give the repository's address once: stack sync URL
      [64]
      $ laptop sync --forget
      stack: no repository is known yet, so there is nothing to forget
      [64]
      $ laptop sync ''
      stack: invalid repository ''; use a URL or a path, as in: stack sync sam@desk.example:stack.git
      [64]
      $ laptop sync --upload-pack=x
      stack: sync has no option --upload-pack; see: stack help sync
      [64]
      $ laptop sync -- --upload-pack=x
      stack: invalid repository '--upload-pack=x'; use a URL or a path, as in: stack sync sam@desk.example:stack.git
      [64]
      $ laptop sync $'desk:\\e[2J'
      stack: invalid repository 'desk:\\u{1B}[2J'; use a URL or a path, as in: stack sync sam@desk.example:stack.git
      [64]
      $ laptop sync --forget origin
      stack: sync doesn't take 'origin'; see: stack help sync
      [64]
      $ mkdir $'a\\tb'; (cd a*; laptop sync ../origin)
      stack: invalid repository '../origin'; use a URL or a path, as in: stack sync sam@desk.example:stack.git
      [64]
      $ laptop -s work sync
      stack: 'work' isn't shared; nothing was changed; give the repository's address once: stack -s work sync URL
      [64]
      $ laptop sync status
      stack: there is no repository '~/status'; to see with which one you sync: stack sync
      To leave it: stack sync --forget
      [64]
      $ laptop sync ./status 2>&1 | grep stack:
      stack: ~/./status refused, or could not be reached; nothing was exchanged
      $ laptop sync
      stack: no repository is known yet; nothing was changed; give the repository's address once: stack sync URL
      [64]
      $ PATH=~/.bin:/nowhere laptop sync origin
      stack: sync needs git, but cannot start git: No such file or directory; nothing was changed
      [69]
      """, in: home)
  }

  @Test func aRefusedPushIsReportedAndRepeatedLater() throws {
    try session(
      """
      $ echo 'echo protected >&2; exit 1' >origin/hooks/pre-receive; chmod +x origin/hooks/pre-receive
      $ desk push Two; desk sync >log 2>&1; echo $?; grep -oE 'protected|stack: .*' log | uniq
      One
      69
      protected
      stack: ~/origin refused, or could not be reached; what changed is kept here, and the next sync goes on
      $ desk undo; desk push Three; rm origin/hooks/pre-receive; desk sync; laptop sync
      One
      One
      One
      One
      $ tasks laptop
      One
      Three
      """, in: syncedMachines("One"))
  }

  /// The address is kept, although nothing was sent yet.
  @Test func aPushIsRepeatedAtOnceAndByTheNextSync() throws {
    try session(
      """
      $ hook=origin/hooks/pre-receive; echo 'exit 1' >$hook; chmod +x $hook
      $ tower sync --forget; tower push New; tower sync origin 2>&1 | grep stack:
      One
      One
      stack: ~/origin refused, or could not be reached; what changed is kept here, and the next sync goes on
      $ echo '[ -e ~/once ] || { touch ~/once; exit 1; }' >$hook; tower sync; desk sync; tasks desk
      One
      One
      One
      New
      """, in: syncedMachines("One"))
  }

  /// Each of its pushes comes just after one of the desk.
  @Test func aSyncThatOthersOvertakeAgainAndAgainMergesAndEnds() throws {
    let home = try syncedMachines("One")
    try home.script(
      "git",
      """
      case " $* " in *laptop*" push "*) (HOME=${HOME%/*}; desk push More; desk sync) >/dev/null ;; esac
      PATH=${PATH#*:} exec git "$@"
      """)
    try session(
      """
      $ laptop push Two; laptop sync
      One
      stack: other machines kept changing the repository; what they did is merged, so try again
      [75]
      $ rm .bin/git; laptop count; laptop sync; desk sync; same laptop desk; desk count
      6
      One
      One
      7
      """, in: home)
  }

  /// What was pushed or changed there meanwhile stays.
  @Test func otherMachinesFollowADeletionAndARename() throws {
    let home = try syncedMachines("One")
    try home.shell(
      "printf 'A\\nB\\n' | laptop -s work push -; laptop -s old push C; laptop sync; desk sync")
    try session(
      """
      $ desk -s work push D; desk -s work note Changed
      A
      A
      $ laptop stacks --delete old; laptop stacks --rename work job; laptop sync; desk sync
      One
      One
      One
      One
      $ desk stacks; desk -s job; desk -s job count; desk -s work; desk -s work count
      job
      stack
      work
      A
      2
      A
      2
      $ laptop sync; laptop stacks; tower sync; tower stacks
      One
      job
      stack
      work
      One
      job
      stack
      work
      """, in: home)
    let screen = try home.screen(ofShell: "NO_COLOR=1 laptop stacks --delete job", columns: 200)
    #expect(
      screen.contains("\nOther machines follow when they sync, but keep there what was changed"))
  }

  @Test func aStackThatIsNotValidIsLeftOut() throws {
    let home = try syncedMachines("One")
    try home.shell("laptop -s work push Mow; laptop sync; desk sync")
    try session(
      """
      $ echo '{' >desk/.config/stack/stack.json; desk -s work done; desk sync
      stack: ~/desk/.config/stack/stack.json, line 2, column 1: the text ends too early; fix the file (nothing was changed); to restore it as the last command left it: stack undo
      [65]
      $ laptop sync; laptop -s work
      One
      $ git clone -q origin clone; cd clone; echo '{"version": 2}' >stack.json
      $ git -c user.name=p -c user.email=p commit -qam New; git push -q; cd ..
      $ laptop push Two; laptop sync
      One
      One
      stack: stack.json in the repository, line 1, column 13: this was written by a newer version of stack; this stack was not synced, so update stack
      [65]
      $ git -C origin show stack:stack.json
      {"version": 2}
      $ cd clone; echo '{' >stack.json; git -c user.name=p -c user.email=p commit -qam Bad
      $ git push -q; cd; laptop sync
      One
      stack: stack.json in the repository, line 2, column 1: the text ends too early; this stack was not synced, so fix it there
      [65]
      """, in: home)
  }

  /// The first error is that of a stack, and the second one that of the repository.
  @Test func theStatusIsThatOfTheFirstError() throws {
    try session(
      """
      $ echo 'exit 1' >origin/hooks/pre-receive; chmod +x origin/hooks/pre-receive
      $ echo '{' >desk/.config/stack/stack.json; desk -s work push Mow
      Mow
      $ desk sync >log 2>&1; echo $?; grep -o 'stack: .*' log
      65
      stack: ~/desk/.config/stack/stack.json, line 2, column 1: the text ends too early; fix the file (nothing was changed); to restore it as the last command left it: stack undo
      stack: ~/origin refused, or could not be reached; what changed is kept here, and the next sync goes on
      """, in: syncedMachines("One"))
  }

  @Test func variablesOfGitDoNotChangeTheRepository() throws {
    try session(
      """
      $ git init -q other; cp -r other before
      $ export GIT_DIR=~/other/.git GIT_WORK_TREE=~/other GIT_AUTHOR_NAME=X GIT_COMMITTER_DATE=2001-01-01T00:00:00 GIT_QUARANTINE_PATH=x
      $ export GIT_CONFIG_COUNT=1 GIT_CONFIG_PARAMETERS=x GIT_OBJECT_DIRECTORY=~/other GIT_DEFAULT_HASH=x
      $ rm -r laptop/.local/state/stack$PWD/laptop/.config/stack/sync/git
      $ laptop push Two; laptop sync; desk sync
      One
      One
      One
      $ unset ${!GIT_*}; diff -r other before && git -C origin log -1 --format='%an %cn' stack
      stack stack
      """, in: syncedMachines("One"))
  }

  /// For example, a remote in the user's configuration must not get the tasks.
  @Test func theConfigurationOfGitDoesNotChangeWhatIsSent() throws {
    let home = try syncedMachines("One")
    try home.shell("git init -q --bare stranger; mkdir hooks")
    try home.write("#!/bin/sh\nexit 1\n", to: "hooks/pre-push")
    try home.write(
      """
      [core]
        hooksPath = \(home.url("hooks").path)
        quotePath = false
      [remote "origin"]
        url = \(home.url("stranger").path)
        push = refs/*:refs/*
      [push]
        gpgSign = true
        followTags = true
        recurseSubmodules = check
        pushOption = x
      [commit]
        gpgSign = true
      [author]
        name = Someone
      [transfer]
        hideRefs = refs/nothing
      [log]
        showSignature = true

      """, to: "laptop/.gitconfig")
    try session(
      """
      $ chmod +x hooks/pre-push; laptop push Two; laptop sync; desk done; desk sync; laptop sync
      One
      One
      Two
      Two
      $ git -C stranger for-each-ref; git -C origin log --format=%an stack | uniq
      stack
      """, in: home)
  }

  @Test func aLinkToAnotherStackIsNotExchanged() throws {
    try session(
      """
      $ ln -s stack.json laptop/.config/stack/alias.json; laptop push Two; laptop sync; desk sync; desk stacks
      One
      One
      One
      stack
      """, in: syncedMachines("One"))
  }

  @Test func ofTwoLinksToOneFileTheFirstIsExchanged() throws {
    try session(
      """
      $ mv laptop/.config/stack/stack.json file; ln -s ~/file laptop/.config/stack/stack.json
      $ ln -s stack.json laptop/.config/stack/work.json; laptop push Two; laptop sync; desk sync; desk stacks
      One
      One
      One
      stack
      $ tasks desk
      One
      Two
      """, in: syncedMachines("One"))
  }

  @Test func aKilledGitIsReported() throws {
    let home = try syncedMachines("One")
    try home.script(
      "git", #"case "$*" in *" fetch "*) kill -9 $$ ;; *) exec /usr/bin/git "$@" ;; esac"#)
    try session(
      """
      $ laptop push Two; laptop sync
      One
      git was ended by signal 9
      stack: ~/origin refused, or could not be reached; what changed is kept here, and the next sync goes on
      [69]
      """, in: home)
  }
}
