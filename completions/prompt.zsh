# The current task in zsh's prompt: as (TASK) before the user's own, and plain
# in the exported STACK_PROMPT. While STACK_NO_PROMPT is set, only the latter.
#
# What is shown follows from which file it is and from the file's first bytes.
# They are read before each prompt, without a process, and the program is asked
# only where they aren't those that it was asked for.

# In a string no alias gets into the functions. The options in them are zsh's own
# but for those of prompts; they count bytes, keep traps to themselves and aren't
# traced. Few are called, for a call takes as long as reading the file.
\builtin emulate zsh -o no_aliases -o no_multibyte -o no_xtrace -o local_traps -c '

# Sets `seen` to the path of the `file` and, if there is one, so many of its first
# bytes; to nothing where these tell nothing.
__stack_read() {
  # A variable that is not exported does not reach the program either.
  local folder=$HOME/.config/stack queue=stack bytes
  [[ $XDG_CONFIG_HOME == /* && ${(t)XDG_CONFIG_HOME} == *export* ]] && folder=$XDG_CONFIG_HOME/stack
  [[ -n $STACK_QUEUE && ${(t)STACK_QUEUE} == *export* ]] && queue=$STACK_QUEUE
  file=$folder/$queue.json seen=$file
  if [[ -f $file && -r $file && ${(t)HOME} == *export* ]]; then
    sysread -s $1 bytes <$file && seen+=:$bytes || seen=
  elif [[ -e $file || -L $file || ( -e $folder && ! -x $folder ) || ${(t)HOME} != *export* ]]; then
    seen=
  fi
}
zmodload -F zsh/system b:sysread 2>/dev/null || __stack_read() { seen=; } # Each prompt asks.

# Asks, and keeps the bytes from which the answer follows, unless they are too
# many or have changed meanwhile.
__stack_ask() {
  trap - DEBUG ZERR # What they print is no task, and what fails in here is none of theirs.
  __stack_read 4096
  __stack_known=$seen __stack_text=stack!
  # Looked for first, lest zsh offers to install it.
  whence -p stack >/dev/null && set -- "${(@f)$(command stack prompt --extent 2>/dev/null)}"
  [[ $1 == <1-> ]] && __stack_text=$2
  __stack_read 4096
  [[ $1 == <1-4096> && $seen == "$__stack_known" ]] && __stack_extent=$1 || seen=
  __stack_known=${seen[1,$#file+1+__stack_extent]}
}

# Before the functions of others, which may want STACK_PROMPT or wrap the prompt.
__stack_first() {
  local file seen
  __stack_for=$HOME:$XDG_CONFIG_HOME:$STACK_QUEUE
  __stack_read $__stack_extent
  [[ -n $seen && $seen == "$__stack_known" ]] || __stack_ask
  typeset -gx STACK_PROMPT=$__stack_text
  [[ $PROMPT == *"$__stack_part"* ]] || __stack_hooks=
  [[ -n $__stack_hooks && $psvar[97] == "$__stack_text" ]] || __stack_put
}

# After them, for they may set the prompt, or say which file it is.
__stack_last() {
  [[ $__stack_for == "$HOME:$XDG_CONFIG_HOME:$STACK_QUEUE" ]] || __stack_first
  [[ $__stack_part == %* && $PROMPT == *"$__stack_part"* && $psvar[97] == "$__stack_text" &&
    -o prompt_percent && -z $STACK_NO_PROMPT && $#precmd_functions == "$__stack_hooks" ]] || __stack_put
}

# Puts our part where it is missing. A task is never taken for code: an element
# of psvar is not, nor is the value of a variable, but for its !.
__stack_put() {
  local part="%(97V.(%97v) .)" text=$__stack_text lead
  [[ -n $STACK_NO_PROMPT ]] && part= text=
  [[ $psvar[97] == "$text" ]] || psvar[97]=$text
  [[ $precmd_functions[(I)_p9k_precmd] -eq 0 ]] || { part=; __stack_segment }
  if [[ -n $part && ! -o prompt_percent ]]; then
    part=${text:+"($text) "}
    [[ -o prompt_bang ]] && part=${part//\!/!!}
    __stack_literal=$part
    # Without prompt_subst another shell could take the text for code.
    [[ -o prompt_subst ]] && part="\${__stack_literal}" || typeset -g +x PROMPT PS1 prompt
  fi
  if [[ ( $PROMPT != *"$part"* || $part != "$__stack_part" ) && ${(t)PROMPT} != *readonly* ]]; then
    PROMPT=${PROMPT/"$__stack_part"/} __stack_part=$part
    lead=${PROMPT%%[^'$'\n'']*}
    [[ $PROMPT == *"$part"* ]] || PROMPT=$lead$part${PROMPT:$#lead}
  fi
  # Another that wants to be the last is let be, until our part gets lost.
  [[ $#precmd_functions == "$__stack_hooks" ]] ||
    precmd_functions=( __stack_first ${precmd_functions:#__stack_(first|last)} __stack_last )
  __stack_hooks=$#precmd_functions
}

# powerlevel10k makes the whole prompt itself. (In double quotes the word names its segment, not the program.)
__stack_segment() {
  set -- ${POWERLEVEL9K_LEFT_PROMPT_ELEMENTS:-$_POWERLEVEL9K_LEFT_PROMPT_ELEMENTS}
  [[ -n "$*" && " $* $POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS " != *" "stack" "* ]] || return 0
  prompt_stack() { p10k segment -f yellow -c "\${(%):-%97v}" -t "(%97v)"; }
  set -A POWERLEVEL9K_LEFT_PROMPT_ELEMENTS "stack" "$@"
  p10k reload
}

typeset -g __stack_known= __stack_extent=1 __stack_hooks= __stack_part=${__stack_part-} __stack_{text,for,literal}=
__stack_first
'
