# The current task in zsh's prompt: as (TASK) before the user's own, and plain
# in the exported STACK_PROMPT. While STACK_NO_PROMPT is set, only the latter.

zmodload -F zsh/stat b:zstat 2>/dev/null
zmodload -F zsh/datetime p:EPOCHREALTIME 2>/dev/null

# What was read holds while zstat, which starts no process and follows links,
# tells the same device, inode, size and times. Of the time of the last change,
# which nobody can set back, it tells the fractions too.
__stack_check() {
  # A variable that isn't exported doesn't reach the program either.
  local config=$HOME/.config queue=stack
  [[ $XDG_CONFIG_HOME == /* && ${(t)XDG_CONFIG_HOME} == *export* ]] && config=$XDG_CONFIG_HOME
  [[ -n $STACK_QUEUE && ${(t)STACK_QUEUE} == *export* ]] && queue=$STACK_QUEUE
  local file=$config/stack/$queue.json seen=
  local -a all changed
  integer recent

  if [[ ! -f $file ]]; then
    __stack_seen= __stack_text=
    return
  fi
  builtin zstat -A all -- $file && builtin zstat -A changed -F %s.%N +ctime -- $file &&
    seen="$file $all[1,2] $all[8] $all[10] $changed"

  # Within one clock tick (10 ms at most) a change could look like the one before
  # it. So for twice as long the content itself must be the same too.
  (( recent = EPOCHREALTIME - changed[1] < .02 ))
  if [[ -z $seen || $seen != $__stack_seen ]] ||
    [[ -n $__stack_content && $__stack_content != "$(<$file)" ]]; then
    __stack_content=
    if (( recent )); then
      (( all[8] < 100000 )) && __stack_content=$(<$file) || seen=
    fi
    __stack_text=
    # Asked for by `whence` first, lest zsh offers to install it.
    whence -p stack >/dev/null && __stack_text=$(command stack prompt) || seen=
    __stack_seen=$seen
  elif (( ! recent )); then
    __stack_content=
  fi
} 2>/dev/null

__stack_update() {
  emulate -L zsh
  __stack_check
  typeset -gx STACK_PROMPT=$__stack_text
  typeset -g __stack_for=$STACK_QUEUE:$XDG_CONFIG_HOME
}

__stack_show() {
  # These are the user's until `emulate` sets zsh's own.
  local percent= subst= bang= prefix=
  [[ -o prompt_percent ]] && percent=yes
  [[ -o prompt_subst ]] && subst=yes
  [[ -o prompt_bang ]] && bang=yes
  emulate -L zsh
  # It has been updated, unless something has changed since what that was for.
  [[ $__stack_for == "$STACK_QUEUE:$XDG_CONFIG_HOME" ]] || __stack_update
  __stack_for=

  # A task must never be taken for code. An element of psvar isn't (a late one:
  # themes use the first few), nor is the value of a variable, but for its !.
  if [[ -n $STACK_NO_PROMPT ]]; then
    prefix=
  elif [[ -n $percent ]]; then
    [[ $psvar[17] == "$__stack_text" ]] || psvar[17]=$__stack_text
    prefix='%(17V.(%17v) .)'
  elif [[ -n $__stack_text ]]; then
    prefix="($__stack_text) "
    [[ -n $bang ]] && prefix=${prefix//\!/!!}
    if [[ -n $subst ]]; then
      typeset -g __stack_literal=$prefix
      prefix='${__stack_literal}'
    else
      typeset -g +x PROMPT PS1 prompt # another shell could read it as code
    fi
  fi
  # A theme may have set PROMPT anew, or put something before our part.
  if [[ $PROMPT != "$prefix"* || $prefix != "$__stack_prefix" ]]; then
    PROMPT=$prefix${PROMPT/"$__stack_prefix"/}
    __stack_prefix=$prefix
  fi
  __stack_hook
}

# Updates before the user's own functions, which may want STACK_PROMPT, and shows
# after them, for they may set PROMPT. Done again when that has changed.
__stack_hook() {
  [[ $precmd_functions[1] == __stack_update && $precmd_functions[-1] == __stack_show ]] ||
    precmd_functions=( __stack_update ${precmd_functions:#__stack_(update|show)} __stack_show )
}

typeset -g __stack_seen= __stack_content= __stack_text= __stack_for=
# PROMPT may come from the environment, with our part in it.
typeset -g __stack_prefix=${__stack_prefix-'%(17V.(%17v) .)'}
typeset -ga precmd_functions
emulate zsh -c __stack_hook
