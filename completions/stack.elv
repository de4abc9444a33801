# Shows the current task as (TASK) before the user's prompt in elvish, unless STACK_NO_PROMPT
# is set, and completes command lines: elvish quotes the candidates. See README.md.
use str
var own = $edit:prompt
var shows-task = $true
var dot = []
set edit:prompt = {
  var check task = '' 'stack!'
  try { set check task = (all [((external stack) prompt --check $@dot 2>/dev/null </dev/null) '' ''][..2]) } catch { }
  set-env STACK_PROMPT_CHECK (if (eq $check '') { put '' } else { put $pid' '$check })
  if (and $shows-task (not-eq $task '') (not (has-env STACK_NO_PROMPT))) { put '('$task') ' }
  $own
}
# A title that `top` would find is offered even if it begins differently. elvish has one matcher for
# the arguments of all commands.
var finds = $false
var matcher = $edit:match-prefix~
for kind [argument ''] {
  if (has-key $edit:completion:matcher $kind) { set matcher = $edit:completion:matcher[$kind]; break }
}
set edit:completion:matcher[argument] = {|seed|
  if $finds {
    set finds = $false
    each {|candidate| put $true }
  } else {
    $matcher $seed
  }
}
set edit:completion:arg-completer[stack] = {|@words|
  set finds = $false
  var lines = []
  try { set lines = [((external stack) complete elvish -- (all $words[1..]) 2>/dev/null </dev/null)] } catch { }
  for line $lines {
    var text @summary = (str:split &max=2 "\t" $line)
    if (not-eq $summary []) {
      var shown = (if (eq $summary[0] '') { put $text } else { put $text'  '$summary[0] })
      edit:complex-candidate $text &display=$shown &code-suffix=' '
    } elif (eq $text titles) {
      set finds = $true
    } elif (eq $text files) {
      var lead @name = (str:split &max=2 '=' $words[-1])
      if (and (str:has-prefix $lead --) (not-eq $name [])) {
        edit:complete-filename $name[0] | each {|file| edit:complex-candidate $lead'='$file[stem] &code-suffix=$file[code-suffix] }
      } else {
        edit:complete-filename $@words
      }
    }
  }
}
