# Shows the current task as (TASK) before the user's prompt in zsh, and sets STACK_PROMPT to
# it. While STACK_NO_PROMPT is set, it only does the latter. See README.md, "zsh".

# The functions are in a string, so that aliases don't change them. They use the default
# options, and count bytes. They are few, because a call takes as long as reading the file.
\builtin emulate zsh -o no_aliases -o extended_glob -o no_multibyte -o no_xtrace -o local_traps -c '

# Sets `seen` to the data that the prompt depends on: the width of the terminal, the path of
# the `file`, and its first bytes. It is empty if the program has to run.
__stack_read() {
  # The program sees only exported variables.
  local directory=$HOME/.config/stack queue=stack bytes fd
  [[ $XDG_CONFIG_HOME == /* && ${(t)XDG_CONFIG_HOME} == *export* ]] && directory=$XDG_CONFIG_HOME/stack
  [[ -n $STACK_QUEUE && ${(t)STACK_QUEUE} == *export* ]] && queue=$STACK_QUEUE
  file=$directory/$queue.json seen=$COLUMNS$directory/$queue.json
  if [[ -f $file && -r $file && ${(t)HOME} == *export* ]]; then
    # The file may have been replaced by a FIFO.
    sysopen -r -o nonblock -u fd $file && sysread -s $1 -i $fd bytes && seen+=:$bytes || seen=
    [[ -z $fd ]] || exec {fd}<&-
  elif [[ -e $file || -L $file || ( -e $directory && ! -x $directory ) || ${(t)HOME} != *export* ]]; then
    seen=
  fi
}
zmodload -F zsh/system b:sys{open,read} 2>/dev/null || __stack_read() { seen= } # Run the program at each prompt.

# Runs the program, and caches the bytes that the answer depends on, unless they changed meanwhile.
__stack_ask() {
  trap - DEBUG ZERR # Their output is not a part of the answer.
  __stack_read 4096
  __stack_known=$seen __stack_text=stack!
  # If the program is missing, zsh might offer to install it.
  whence -p stack >/dev/null &&
    set -- "${(@f)$(command stack prompt --extent --check ${__stack_dot-} --max $(( COLUMNS < 80 && COLUMNS > 1 ? COLUMNS / 2 : 40 )) 2>/dev/null)}"
  [[ $1 == <1-> ]] && __stack_text=$3
  typeset -gx STACK_PROMPT_CHECK="${2:+$$ $2}"
  __stack_read 4096
  [[ $1 == <1-4096> && $seen == "$__stack_known" ]] && __stack_extent=$1 || seen=
  __stack_known=${seen[1,$#COLUMNS+$#file+1+__stack_extent]}
}

# Runs before other functions, which may use STACK_PROMPT or wrap the prompt.
__stack_first() {
  local file seen
  __stack_for=$HOME:$XDG_CONFIG_HOME:$STACK_QUEUE
  __stack_read $__stack_extent
  [[ -n $seen && $seen == "$__stack_known" ]] || __stack_ask
  STACK_PROMPT=$__stack_text
  [[ $PROMPT == *"$__stack_part"* ]] || __stack_hooks=
  [[ -n $__stack_hooks && $psvar[97] == "$__stack_text" ]] || __stack_put
}

# Runs after other functions, which may set the prompt or choose the stack.
__stack_last() {
  [[ $__stack_for == "$HOME:$XDG_CONFIG_HOME:$STACK_QUEUE" ]] || __stack_first
  [[ $__stack_part == %* && $PROMPT == *"$__stack_part"* && $psvar[97] == "$__stack_text" &&
    -o prompt_percent && -z $STACK_NO_PROMPT && "$#precmd_functions $COLUMNS" == "$__stack_hooks" ]] || __stack_put
}

# Inserts our part if it is missing. zsh never runs an element of psvar or the value of a
# variable as code; in the value, it expands only !.
__stack_put() {
  local part="%(97V.(%97v) .)" text=$__stack_text name own rest last line
  [[ -n $STACK_NO_PROMPT ]] && part= text=
  [[ $psvar[97] == "$text" ]] || psvar[97]=$text
  [[ $precmd_functions[(I)_p9k_precmd] -eq 0 ]] || { part=; __stack_segment }
  if [[ -n $part && ! -o prompt_percent ]]; then
    part=${text:+"($text) "}
    [[ -o prompt_bang ]] && part=${part//\!/!!}
    __stack_literal=$part
    # Without prompt_subst, the prompt has the text itself. It is unexported, because another shell could run it.
    [[ -o prompt_subst ]] && part="\${__stack_literal}" || typeset -g +x PROMPT PS1 prompt
  fi
  # transient-prompt sets the prompt from this variable after each command.
  for name in PROMPT ${TRANSIENT_PROMPT_PROMPT:+TRANSIENT_PROMPT_PROMPT}; do
    own=${${(P)name}/"$__stack_part"/} line=first
    rest=${own##('$'\n''|%{'$'\r''%})#}
    last=${${rest##*[^\\]'$'\n''}#%{'$'\r''%}}
    [[ -z $part || -z $text || $last == "$rest" || ! -o prompt_percent ]] || __stack_measure
    [[ ( ${(P)name} == *"$part"* && $part:$line == "$__stack_part:$__stack_line" ) || ${(Pt)name} == *readonly* ]] ||
      : ${(P)name::=${own%"$rest"}$part$rest}
  done
  __stack_part=$part __stack_line=$line
  # If another function keeps moving itself to the end, let it, unless our part is lost.
  [[ $#precmd_functions == "${__stack_hooks%% *}" ]] ||
    precmd_functions=( __stack_first ${precmd_functions:#__stack_(first|last)} __stack_last )
  __stack_hooks="$#precmd_functions $COLUMNS"
}

# Chooses the last line if the first one is blank or full, and if our part works there. This runs
# the commands in the prompt, so it happens once for each prompt, width of the task, and terminal.
__stack_measure() {
  setopt local_options multibyte
  local width=$(( ${(m)#text} + 3 )) shown=${rest%"$last"}$part$last
  if [[ $COLUMNS:$width:$rest != "$__stack_measured" ]]; then
    __stack_measured=$COLUMNS:$width:$rest __stack_place=first
    # The whole prompt is expanded before it is cut, because a line break may be inside $(...).
    { [[ ! -o prompt_subst ]] || shown=${(e)shown} } always { TRY_BLOCK_ERROR=0 } 2>/dev/null
    if [[ $shown == *"$part"* ]]; then
      # What takes no columns: the text between %{ and %}, and the sequences of colours.
      shown=${(S)${shown/"$part"/}//\%\{*\%\}/}
      shown=${${(%)shown}//'$'\e''(\[[0-?]#[@-~]|[ -\/]#[0-Z])/}
      shown=${shown%%'$'\n''*}
      [[ -n ${shown//[[:space:]]/} && ${(m)#shown} -le $(( COLUMNS - width )) ]] || __stack_place=last
    fi
  fi
  line=$__stack_place
  [[ $line == first ]] || rest=$last
}

# powerlevel10k builds the prompt itself. (In quotes, "stack" is not replaced if the program has another name.)
__stack_segment() {
  set -- ${POWERLEVEL9K_LEFT_PROMPT_ELEMENTS:-$_POWERLEVEL9K_LEFT_PROMPT_ELEMENTS}
  [[ -n "$*" && " $* $POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS " != *" "stack" "* ]] || return 0
  prompt_stack() { p10k segment -f yellow -c "\${(%):-%97v}" -t "(%97v)"; }
  set -A POWERLEVEL9K_LEFT_PROMPT_ELEMENTS "stack" "$@"
  p10k reload
}

typeset -g __stack_known= __stack_extent=1 __stack_hooks= __stack_part=${__stack_part-"%(97V.(%97v) .)"} __stack_{text,for,literal,line,measured,place}=
__stack_first
# A theme may set the parts of its prompt at the first prompt, so measure again then.
__stack_measured= __stack_hooks+=" "
'
