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
  elif [[ -e $file || -L $file || ( ( -e $directory || -L $directory ) && ! -x $directory ) || ${(t)HOME} != *export* ]]; then
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
  [[ $PROMPT == *"$__stack_part"* ]] || { __stack_hooks=; (( ++__stack_lost )) }
  [[ -n $__stack_hooks && $psvar[97] == "$__stack_text" ]] || {
    __stack_put
    [[ $__stack_lost -lt 2 || ! -o zle || -n $__stack_waiting ]] ||
      { exec {__stack_waiting}</dev/null && zle -F $__stack_waiting __stack_late }
  }
}

# Runs after other functions, which may set the prompt or choose the stack.
__stack_last() {
  [[ $__stack_for == "$HOME:$XDG_CONFIG_HOME:$STACK_QUEUE" ]] || __stack_first
  [[ $__stack_part == %* && $PROMPT == *"$__stack_part"* && $psvar[97] == "$__stack_text" &&
    -o prompt_percent && -z $STACK_NO_PROMPT && "$#precmd_functions $COLUMNS" == "$__stack_hooks" ]] || __stack_put
}

# Inserts our part if it is missing. zsh never runs an element of psvar or the value of a
# variable as code; in the value, it expands only % and !.
__stack_put() {
  local part="%(97V.(%97v) .)" text=$__stack_text own rest
  [[ -n $STACK_NO_PROMPT ]] && part= text=
  [[ $precmd_functions[(I)_p9k_precmd] -eq 0 ]] || { part=; __stack_segment }
  # %(1v…) counts the elements of psvar.
  if [[ -n $part && ( ! -o prompt_percent || "$PROMPT$RPROMPT" == *%[0-9]#\([0-9]#v* ) ]]; then
    part=${text:+"($text) "} text=
    [[ -o prompt_bang ]] && part=${part//\!/!!}
    [[ -o prompt_percent ]] && part=${part//\%/%%}
    __stack_literal=$part
    # Without prompt_subst, the prompt has the text itself.
    [[ -o prompt_subst ]] && part="\${__stack_literal}"
    [[ $#psvar -lt 97 ]] || { psvar[97]=; while [[ $#psvar -gt 0 && -z $psvar[-1] ]]; do psvar[-1]=(); done }
  fi
  [[ $psvar[97] == "$text" ]] || psvar[97]=$text
  # Another shell would show our part as it is, or run the text.
  [[ -z $part || ${(t)PROMPT} == *readonly* ]] || typeset -g +x PROMPT PS1 prompt
  own=${PROMPT/"$__stack_part"/}
  rest=$COLUMNS:$options[promptsubst]:$part:$__stack_text:$own
  [[ $rest == "$__stack_found" ]] || { __stack_found=$rest; __stack_find }
  [[ ( $PROMPT == *"$part"* && $part:$__stack_place == "$__stack_part:$__stack_line" ) || ${(t)PROMPT} == *readonly* ]] ||
    PROMPT=${own:0:$__stack_length}$part${own:$__stack_length}
  # transient-prompt sets the prompt from this variable after each command.
  [[ -z $own || $TRANSIENT_PROMPT_PROMPT != "$own" ]] || TRANSIENT_PROMPT_PROMPT=$PROMPT
  __stack_part=$part __stack_line=$__stack_place
  # If another function keeps moving itself to the end, let it, unless our part is lost.
  [[ $#precmd_functions == "${__stack_hooks%% *}" ]] ||
    precmd_functions=( __stack_first ${precmd_functions:#__stack_(first|last)} __stack_last )
  __stack_hooks="$#precmd_functions $COLUMNS"
}

# Inserts our part again if something has set the prompt after our hooks, as zle-line-init may. This runs
# when the line editor waits for a key after a prompt without our part, and then after each prompt. A line
# that was typed before its prompt leaves it to a later prompt.
__stack_late() {
  zle -F $__stack_waiting
  exec {__stack_waiting}<&-
  __stack_waiting=
  [[ $PROMPT != *"$__stack_part"* ]] || { __stack_lost=-99; return }
  __stack_put
  __stack_hooks=
  setopt local_options multibyte
  zle reset-prompt
}

# Sets __stack_length to the length of the part of the prompt `own` before ours: leading line breaks and
# the last return to the first column, or all but the last line if the first one is blank or full.
__stack_find() {
  local shown=$own rest=$own last MATCH MBEGIN MEND nested="\([^()]#\)"
  __stack_place=first
  # Bytes that match nothing take the place of commands (\5 is the first), expansions and conditions.
  repeat 4 nested="\(([^()]|$nested)#\)"
  if [[ -o prompt_subst ]]; then
    rest=${rest//\\?/x'$'\6''}
    last="\$$nested|\`[^\`]#\`"
    rest=${rest//(#m)($~last)/'$'\5''${(l.$#MATCH-1..'$'\6''.)}}
    shown=$rest
    rest=${rest//(#m)\$\{([^\{\}]|\{([^\{\}]|\{[^\{\}]#\})#\})#\}/${(l.$#MATCH..'$'\6''.)}}
  fi
  [[ ! -o prompt_percent ]] || rest=${rest//(#m)%[-0-9'$'\5''-'$'\6'']#$~nested/${(l.$#MATCH..'$'\6''.)}}
  rest=${rest##('$'\n''|%{'$'\r''%})#}
  last=${rest##*'$'\n''}
  set -- $(( $#own - $#rest )) ${#rest%%'$'\n''*}
  if [[ -n $part && -n $__stack_text && $last != "$rest" && -o prompt_percent ]] && __stack_is_full "${own:$1:$2}" "${shown:$1}"; then
    __stack_place=last rest=$last
  fi
  # The last return to the first column may be between %{ and %}.
  set -- "${${${rest%%'$'\n''*}%(%\}|)}%'$'\r''}"
  last=${1##*('$'\r''|'$'\e''\[(1|)G)}
  [[ ${last%%\%\{*} != *%\}* ]] || last=${last#*%\}}
  __stack_length=$(( $#own - $#rest + $#1 - $#last ))
}

# Whether the first line is blank, or too full for our part. No command in it is run a second time. They
# are taken for 12 columns, or for a full line if COLUMNS is in them.
__stack_is_full() {
  setopt local_options multibyte
  local word
  [[ $2 != *'$'\5''* ]] || for word in ${(s. .)1//[^a-zA-Z0-9_-]/ }; do
    [[ $word$functions[$word] != *COLUMNS* ]] || return 0
  done
  set -- "${2//'$'\6''}"
  { [[ ! -o prompt_subst ]] || set -- "${(e)1}" } always { TRY_BLOCK_ERROR=0 } 2>/dev/null
  # What takes no columns: the text between %{ and %}, and the sequences of colours.
  set -- "${(S)1//\%\{*\%\}/}"
  set -- "${${(%)1}//'$'\e''(\[[0-?]#[@-~]|[ -\/]#[0-Z])/}"
  set -- "${${${1%%'$'\n''*}/'$'\5''/............}//'$'\5''}"
  [[ -z ${1//[[:space:]]/} || ${(m)#1} -gt $(( COLUMNS - ${(m)#__stack_text} - 3 )) ]]
}

# powerlevel10k builds the prompt itself. (In quotes, "stack" is not replaced if the program has another name.)
__stack_segment() {
  set -- ${POWERLEVEL9K_LEFT_PROMPT_ELEMENTS:-$_POWERLEVEL9K_LEFT_PROMPT_ELEMENTS}
  [[ -n "$*" && " $* $POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS " != *" "stack" "* ]] || return 0
  prompt_stack() { p10k segment -f yellow -c "\${(%):-%97v}" -t "(%97v)"; }
  set -A POWERLEVEL9K_LEFT_PROMPT_ELEMENTS "stack" "$@"
  p10k reload
}

typeset -g __stack_known= __stack_extent=1 __stack_hooks= __stack_part=${__stack_part-"%(97V.(%97v) .)"} __stack_{text,for,literal,line,found,place,length}= __stack_lost=0 __stack_waiting=${__stack_waiting-}
__stack_first
# A theme may set the parts of its prompt at the first prompt, so measure again then.
__stack_found= __stack_hooks+=" "
'
