# shellcheck shell=bash
# The current task in bash's prompt: as (TASK) before the user's own, and plain
# in the exported STACK_PROMPT. While STACK_NO_PROMPT is set, only the latter.
#
# What is shown follows from which file it is and from the file's first bytes, as
# many as the program says. While they are the same, nothing has to be asked.
#
# No variable is local, because one of the user's may be readonly. What a user may
# have an alias or a function for stands behind \builtin.

# Before each prompt. Standard error is closed, so that `set -x` tells the name and
# nothing else, and a file that can't be opened tells nothing. Where the trace goes
# elsewhere, turning it off is the last that it tells.
__stack_prompt() {
    \builtin set +x -- "$?" "$-"
    __stack_read
    [ "$__stack_seen" = "$__stack_known" ] || __stack_ask
    [ "${STACK_NO_PROMPT-}:${BASHOPTS-}:$SHELLOPTS:${PS1-}" = "$__stack_shown" ] || __stack_show
    if [ "$1" = 0 ] || ! __stack_is_followed; then \builtin set -- '' "$2"; fi
    [[ $2 != *x* ]] || \builtin set -x
    # Nothing is run here where there is nothing to return, for that would be traced.
    ${1:+"return"} ${1:+"$1"}
} 2>&-

# Whether something stands behind in the same string, which may want $?. Returned
# where nothing does, it would set off a trap, and end a shell that ends at errors.
__stack_is_followed() {
    for __stack_each in "${PROMPT_COMMAND[@]-}"; do
        [[ $- == *e* || $__stack_each == *__stack_prompt?__bp_interactive_mode ]] ||
            [[ $__stack_each != *__stack_prompt?* ]] || return 0
    done
    return 1
}

# Sets __stack_seen to the path of the file and, if there is one, its first
# characters; to nothing where these tell nothing.
__stack_read() {
    __stack_file=${HOME-}/.config __stack_queue=stack
    # A variable that isn't exported doesn't reach the program either.
    [[ ${XDG_CONFIG_HOME-} != /* || ${XDG_CONFIG_HOME@a} != *x* ]] || __stack_file=$XDG_CONFIG_HOME
    [[ ! ${STACK_QUEUE-} || ${STACK_QUEUE@a} != *x* ]] || __stack_queue=$STACK_QUEUE
    __stack_file+=/stack/$__stack_queue.json
    if [[ -f $__stack_file && ${HOME+${HOME@a}} == *x* ]]; then
        __stack_head=
        \builtin read -r -N "$__stack_extent" __stack_head <"$__stack_file" || :
        __stack_seen=$__stack_file:$__stack_head
    elif [[ -e $__stack_file || -L $__stack_file || -e ${__stack_file%/*} && ! -x ${__stack_file%/*} ||
        ${HOME+${HOME@a}} != *x* ]]; then
        __stack_seen=
    else
        __stack_seen=$__stack_file
    fi
}

# Before 4.4, bash can't tell what is exported, so each prompt asks.
__stack_bash=$((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))
((__stack_bash >= 404)) || __stack_read() { __stack_seen=; }

# Asks the program, and keeps what the answer follows from, unless that is too much
# or has changed meanwhile. What a DEBUG trap prints goes elsewhere, and nothing
# offers to install a program that is missing.
__stack_ask() {
    __stack_extent=4096
    __stack_read
    __stack_known=$__stack_seen
    __stack_text=$({
        \builtin unset -f command_not_found_handle || :
        \command stack prompt --extent >&3
    } 3>&1 >/dev/null) || __stack_text=$'none\nstack!'
    __stack_read
    __stack_extent=${__stack_text%%$'\n'*}
    __stack_text=${__stack_text:${#__stack_extent}+1}
    if [ "${__stack_seen:-none}" = "$__stack_known" ] && [ "$__stack_extent" -le 4096 ]; then
        __stack_known=${__stack_known:0:${#__stack_file}+1+__stack_extent}
    else
        __stack_known=unknown __stack_extent=1
    fi
    \builtin export STACK_PROMPT="$__stack_text" || :
    __stack_shown=
} 2>/dev/null

# Puts our part into the prompt where it isn't, or takes it out. A task must never
# be taken for code, and the value of a variable isn't. Where bash expands none,
# only backslashes mean something, but no other shell may inherit that.
__stack_show() {
    __stack_own=${PS1-} __stack_new=$__stack_variable __stack_double=\\\\
    if [[ ${STACK_NO_PROMPT-} ]]; then
        __stack_new=
    elif [[ ! -o posix ]] && ! \builtin shopt -q promptvars; then
        __stack_new=${STACK_PROMPT:+(${STACK_PROMPT//\\/"$__stack_double"}) }
        \builtin export -n PS1
    fi
    if [[ $__stack_new != "$__stack_part" || $__stack_own != *"$__stack_new"* ]]; then
        # VS Code puts marks around what it finds, and would around its own.
        [[ $__stack_own != "${__vsc_custom_PS1-}" ]] || __stack_own=${__vsc_original_PS1-}
        __stack_own=${__stack_own/"$__stack_part"/}
        __stack_rest=$__stack_own
        while [[ $__stack_rest == $'\n'* || $__stack_rest == '\n'* ]]; do
            __stack_rest=${__stack_rest#*[n$'\n']}
        done
        \builtin printf -v PS1 %s "${__stack_own%"$__stack_rest"}$__stack_new$__stack_rest" || :
        __stack_part=$__stack_new
    fi
    __stack_shown=${STACK_NO_PROMPT-}:${BASHOPTS-}:$SHELLOPTS:${PS1-}
}

# Once: behind what the user has, which may set PS1 anew, and in the same string,
# for what wraps it later takes it over whole; VS Code keeps what it has wrapped. But
# a DEBUG trap takes what comes behind its own for a command of the user's, and the
# end of bash-preexec, or what installs it, must stay the end.
__stack_hook() {
    __stack_place=PROMPT_COMMAND __stack_own=${PROMPT_COMMAND-} __stack_rest='' __stack_line=$'\n'
    if [[ "${PROMPT_COMMAND[*]-}${__vsc_original_prompt_command-}" == *__stack_prompt* ]]; then
        return 0
    elif [[ $__stack_own == __vsc_prompt_cmd* ]]; then
        __stack_place=__vsc_original_prompt_command __stack_own=${__vsc_original_prompt_command-}
        \builtin printf -v PROMPT_COMMAND __vsc_prompt_cmd_original || :
    elif ((__stack_bash >= 501)) && [[ "${PROMPT_COMMAND[*]-}" != "$__stack_own" ]]; then
        __stack_all=("${!PROMPT_COMMAND[@]}") __stack_own=''
        [[ $1 ]] && __stack_place=front || __stack_place=PROMPT_COMMAND[$((__stack_all[-1] + 1))]
    elif [[ $1 ]]; then
        __stack_own='' __stack_rest=${PROMPT_COMMAND-}
    fi
    for __stack_end in __bp_interactive_mode __bp_install __bp_trap_string=; do
        for __stack_each in "${!PROMPT_COMMAND[@]}"; do
            [[ ${PROMPT_COMMAND[__stack_each]} == *"$__stack_end"* ]] || continue
            __stack_place=PROMPT_COMMAND[$__stack_each]
            __stack_own=${PROMPT_COMMAND[__stack_each]%%"$__stack_end"*}
            __stack_rest=${PROMPT_COMMAND[__stack_each]:${#__stack_own}}
        done
    done
    __stack_own=${__stack_own:+$__stack_own$__stack_line}__stack_prompt
    __stack_own+=${__stack_rest:+$__stack_line$__stack_rest}
    if [[ $__stack_place != front ]]; then
        # A string stays one, and isn't made an array.
        \builtin printf -v "${__stack_place%"[0]"}" %s "$__stack_own" || :
    elif __stack_all=("${PROMPT_COMMAND[@]}") && \builtin unset -v PROMPT_COMMAND; then
        PROMPT_COMMAND=(__stack_prompt "${__stack_all[@]}")
    fi
} 2>/dev/null

__stack_known=unknown __stack_extent=1 __stack_shown=''
__stack_variable="\${STACK_PROMPT:+(\$STACK_PROMPT) }"
# PS1 may come from the environment, with our part in it.
__stack_part=$__stack_variable
# A function doesn't see the trap.
__stack_hook "$(\builtin trap -p DEBUG)"
[[ ! ${PS1+set} ]] || __stack_show 2>/dev/null
