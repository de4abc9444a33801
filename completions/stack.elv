# The current task in elvish's prompt: as (TASK) before the user's own, and plain in
# STACK_PROMPT. While STACK_NO_PROMPT is set, only the latter. And completion: the
# program says what fits; elvish quotes and shows it.
use str
var own = $edit:prompt
var shows-task = $true
set edit:prompt = {
  var task = 'stack!'
  try { set task = (str:join '' [((external stack) prompt 2>/dev/null </dev/null)]) } catch { }
  set-env STACK_PROMPT $task
  if (and $shows-task (not-eq $task '') (not (has-env STACK_NO_PROMPT))) { put '('$task') ' }
  $own
}
set edit:completion:arg-completer[stack] = {|@words|
  var lines = []
  try { set lines = [((external stack) complete elvish -- (all $words[1..]) 2>/dev/null </dev/null)] } catch { }
  for line $lines {
    var text @summary = (str:split &max=2 "\t" $line)
    if (not-eq $summary []) {
      var shown = (if (eq $summary[0] '') { put $text } else { put $text'  '$summary[0] })
      edit:complex-candidate $text &display=$shown &code-suffix=' '
    } elif (eq $text files) {
      edit:complete-filename $@words
    }
  }
}
