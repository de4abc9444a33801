// `stack -s NAME sync URL`: one stack that several people share.

import TestSupport
import Testing

@Suite(.waitsForPrograms, .needs("git")) struct SharingTests {
  /// The laptop and the desk of one person, who sync with `origin`, the tower of another one, who
  /// syncs with `own`, and an empty repository, `shared`.
  private func people() throws -> Home {
    let home = try machines()
    try home.shell(
      """
      git init -q --bare -b stack own; git init -q --bare -b stack shared
      laptop push Secret; laptop -s house push Milk; laptop sync origin; desk sync origin
      tower push Other; tower sync own
      """)
    return home
  }

  /// The same, sharing the stack `house` on all machines.
  private func sharingPeople() throws -> Home {
    let home = try people()
    try home.shell(
      "laptop -s house sync shared; desk -s house sync shared; tower -s house sync shared")
    return home
  }

  @Test func twoPeopleShareAStack() throws {
    try session(
      """
      $ laptop -s house sync shared
      Synced with ~/origin: your changes are sent (house)
      Synced with ~/shared: your changes are sent (house)
      ○ Milk
      $ git -C origin ls-tree --name-only stack; git -C origin show stack:house.shared
      .gitattributes
      house.shared
      stack.json
      ~/shared
      $ git -C shared branch; git -C shared ls-tree --name-only stack-house
        stack-house
      .gitattributes
      house.json
      $ tower -s house sync shared; tower -s house push Bread
      Synced with ~/shared: 1 task came (house)
      ○ Milk
      Added: Bread
      ◎ Milk
      $ tower sync
      Synced with ~/shared: your changes are sent (house)
      ○ Other
      $ desk sync
      stack: 'house' is shared now, and no longer exchanged here; to go on with it: stack -s house sync ~/shared
      Synced with ~/origin: nothing new
      ○ Secret
      $ desk -s house sync ~/shared; desk -s house sync
      Synced with ~/shared: 1 task came (house)
      ◎ Milk
      Synced with ~/shared: nothing new
      ◎ Milk
      $ laptop push New; laptop -s house done; laptop sync; tower sync
      Added: New
      ◎ Secret
      ✓ Milk
      A fresh start. Anything to add?
      stack -s house push "…"
      Synced with ~/origin: your changes are sent (stack)
      Synced with ~/shared: 1 task came, your changes are sent (house)
      ◎ Secret
      Synced with ~/shared: 1 task is done now (house)
      ○ Other
      $ git -C shared log --all -p | grep -cE 'Secret|Other|New'; git -C own ls-tree --name-only stack
      0
      .gitattributes
      stack.json
      """, in: people(), atTerminalAfter: "export TERM=dumb GIT_PAGER=cat")
  }

  @Test func aStackIsSharedNoLonger() throws {
    try session(
      """
      $ laptop -s house push Bread; laptop sync; laptop -s house sync --forget
      Added: Bread
      ◎ Milk
      Synced with ~/shared: your changes are sent (house)
      ○ Secret
      Forgot ~/shared. Your tasks stay on both sides.
      Synced with ~/origin: your changes are sent (house)
      ◎ Milk
      $ git -C origin ls-tree --name-only stack; desk sync
      .gitattributes
      house.json
      stack.json
      stack: 'house' is shared, but another machine exchanges it with ~/origin; to share it no longer: stack -s house sync --forget
      Synced with ~/shared: 1 task came (house)
      ○ Secret
      $ desk -s house sync --forget; laptop -s house sync
      Forgot ~/shared. Your tasks stay on both sides.
      Synced with ~/origin: nothing new
      ◎ Milk
      stack: 'house' isn't shared; nothing was changed; give the repository's address once: stack -s house sync URL
      [64]
      """, in: sharingPeople(), atTerminalAfter: "export TERM=dumb GIT_PAGER=cat")
  }

  @Test func aStackThatIsNoLongerSharedIsExchangedWithTheOthersAgain() throws {
    try session(
      """
      $ laptop -s house sync --forget; laptop -s house push Eggs; laptop sync
      Milk
      Milk
      Secret
      $ git -C origin show stack:house.json | grep -o Eggs
      Eggs
      """, in: sharingPeople())
  }

  @Test func anAddressIsNotKeptIfNothingWasExchanged() throws {
    try session(
      """
      $ mv origin away; laptop -s house sync shared 2>&1 | grep stack:; mv away origin
      stack: ~/origin refused, or could not be reached; nothing was exchanged
      $ laptop sync; git -C shared branch
      Secret
      """, in: people())
  }

  /// The other machines would go on sharing it.
  @Test func aStackStaysSharedIfTheOtherMachinesCannotGetToKnowIt() throws {
    try session(
      """
      $ mv origin away; laptop -s house sync --forget 2>&1 | grep stack:; mv away origin
      stack: ~/origin refused, or could not be reached; what changed is kept here, and the next sync goes on
      $ laptop -s house sync
      Milk
      """, in: sharingPeople())
  }

  /// A machine that was offline while all of its tasks were finished elsewhere.
  @Test func oneOfTheOwnMachinesIsNotTakenForSomebodyElses() throws {
    try session(
      """
      $ laptop -s house done; laptop -s house push Bread; laptop -s house sync shared; desk -s house push Eggs
      Bread
      Bread
      Milk
      $ desk -s house sync shared; desk -s house done
      Bread
      Eggs
      $ { laptop -s b push A; laptop sync; desk sync; laptop -s b sync shared; desk -s b done; } >shown
      $ desk -s b push B; desk -s b sync shared
      B
      B
      """, in: people())
  }

  @Test func aSharedStackIsNeitherDeletedNorRenamed() throws {
    let home = try sharingPeople()
    try expectRefused(
      [
        "laptop stacks --delete house":
          "'house' is shared; nothing was changed; to share it no longer: stack -s house sync --forget",
        "tower stacks --rename house home":
          "'house' is shared; nothing was changed; to share it no longer: stack -s house sync --forget",
        "laptop -s house drop; laptop stacks --rename stack house":
          "'house' is shared; nothing was changed; to share it no longer: stack -s house sync --forget",
      ], in: home)
  }

  @Test func finishedTasksDoNotKeepAStackFromBeingShared() throws {
    try session(
      """
      $ laptop -s house sync shared; tower -s house push Old; tower -s house done
      Milk
      Old
      $ tower -s house sync shared
      Milk
      $ laptop -s b push Old; laptop -s b done; laptop -s b sync shared
      Old
      $ tower -s b push New; tower -s b sync shared
      New
      New
      """, in: people())
  }

  @Test func aSharedStackMovesToAnotherRepository() throws {
    try session(
      """
      $ git init -q --bare 'new one'; { laptop -s house sync shared; tower -s house sync shared; } >shown 2>&1
      $ laptop -s house push Bread >shown 2>&1
      $ laptop -s house sync "$PWD/new one"
      Synced with ~/origin: your changes are sent (house)
      Synced from now on with ~/new one instead of ~/shared: your changes are sent (house)
      ◎ Milk
      $ git -C 'new one' rev-list --all --count
      1
      $ git -C origin show stack:house.shared; desk sync; desk sync "$PWD/new one"
      ~/new one
      stack: 'house' is shared now, and no longer exchanged here; to go on with it: stack -s house sync '~/new one'
      Synced with ~/origin: nothing new
      ○ Secret
      stack: ~/new one is for the stack 'house' alone; nothing was exchanged; to sync with it: stack -s house sync '~/new one'
      [64]
      $ tower -s house sync "$PWD/new one"
      stack: ~/new one has other stacks than ~/shared, with which this machine syncs; nothing was exchanged; to leave the old one: stack -s house sync --forget
      To share one stack: stack -s NAME sync URL
      [64]
      $ tower -s house sync --forget; tower -s house sync "$PWD/new one"
      Forgot ~/shared. Your tasks stay on both sides.
      Synced with ~/own: your changes are sent (house)
      ○ Milk
      Synced with ~/own: your changes are sent (house)
      Synced with ~/new one: 1 task came (house)
      ◎ Milk
      """, in: people(), atTerminalAfter: "export TERM=dumb GIT_PAGER=cat")
  }

  @Test func theWrongRepositoryIsRefused() throws {
    try session(
      """
      $ tower -s house sync origin
      stack: ~/origin is for all stacks of a person; nothing was exchanged; to sync with it: stack sync ~/origin
      [64]
      $ tower sync --forget; tower sync shared
      Other
      stack: ~/shared is for the stack 'house' alone; nothing was exchanged; to sync with it: stack -s house sync ~/shared
      [64]
      $ tower -s home push Mow; tower -s home sync shared; git -C shared branch
      Mow
      Mow
        stack-home
        stack-house
      $ for name in a..b x.lock; do desk -s $name push One; desk -s $name sync shared; done
      One
      stack: ~/shared can't have a branch for this stack; nothing was exchanged; share a stack with another name
      One
      stack: ~/shared can't have a branch for this stack; nothing was exchanged; share a stack with another name
      [64]
      $ mkdir new; ln -s laptop .bin/new; new -s house push Mine; new -s house push Yours; new -s house sync shared
      Mine
      Mine
      stack: ~/shared has other open tasks in 'house' (1) than you have (2); nothing was exchanged; to keep yours to yourself: stack stacks --rename house NAME
      [64]
      $ git init -q --bare other; new -s house sync other; laptop -s house sync other
      Mine
      stack: ~/other has other stacks than ~/shared, with which this machine syncs; nothing was exchanged; to leave the old one: stack -s house sync --forget
      To share one stack: stack -s NAME sync URL
      [64]
      $ ln -s stack.json new/.config/stack/alias.json; new push One; new -s alias sync shared
      One
      stack: ~/shared can't have a branch for this stack; nothing was exchanged; share a stack with another name
      [64]
      $ git -C shared log --all --format=%s | sort -u | wc -l; STACK_QUEUE=house desk sync
      2
      Milk
      """, in: sharingPeople())
  }

  @Test func aBranchWithOtherStacksIsNotThatOfOne() throws {
    try session(
      """
      $ git -C origin push -q ~/shared stack:stack-house; tower -s house sync shared
      stack: ~/shared has 'stack.json', which is not 'house'; nothing was exchanged; use an empty repository
      [64]
      $ git init -q code; cd code; touch main.c; git add .
      $ git -c user.name=p -c user.email=p commit -qm Code; cd; tower -s house sync code
      stack: ~/code has 'main.c', which is not a stack; nothing was exchanged; use an empty repository
      [64]
      """, in: people())
  }

  @Test func oneRepositoryThatFailsDoesNotKeepTheOthersFromIt() throws {
    try session(
      """
      $ mv origin away; laptop push New; laptop -s house push Bread; laptop sync 2>&1 | grep stack:; mv away origin
      Secret
      Milk
      stack: ~/origin refused, or could not be reached; what changed is kept here, and the next sync goes on
      $ tower sync; tower -s house count; laptop sync; desk sync; desk count
      Other
      2
      Secret
      Secret
      2
      $ mv shared away; laptop sync origin; mv away shared; laptop -s x sync 2>&1 | cut -d ';' -f 1
      Secret
      stack: 'x' isn't shared
      """, in: sharingPeople())
  }
}
