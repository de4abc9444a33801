# shellcheck shell=bash disable=SC1003,SC2016,SC2034,SC2295
# Shows the current task as (TASK) before the user's prompt in bash, and sets STACK_PROMPT
# to it. While STACK_NO_PROMPT is set, it only does the latter. See README.md, "bash".
# `local` fails for the user's readonly variables, so no variable is local.

# Runs before each prompt. Standard error is closed, so that `set -x` prints only the name.
__stack_prompt() {
    \builtin set +ax -- "${?#0}" "$-"
    __stack_read
    [[ $__stack_seen$__stack_end == "$__stack_known" ]] || __stack_ask
    [ "${STACK_NO_PROMPT-}:$__stack_export:${PS1-}" = "$__stack_shown" ] || __stack_show
    [[ ! $1 ]] || __stack_is_followed || \builtin set -- '' "$2"
    [[ $2 != *[ax]* ]] || \builtin set "-${2//[!ax]/}"
    # If there is no status to return, this line runs nothing: a command would be traced.
    ${1:+"return"} ${1:+"$1"}
} 2>&-

# Whether another command in the same string may need $?. If not, $? isn't returned: a
# failure could trigger a trap, or end the shell.
__stack_is_followed() {
    for __stack_each in "${PROMPT_COMMAND[@]-}"; do
        [[ $- == *e* || $__stack_each == *__stack_prompt?__bp_interactive_mode ]] ||
            [[ $__stack_each != *__stack_prompt?* ]] || return 0
    done
    return 1
}

# Sets __stack_seen to the data that the prompt depends on: the terminal's width, the path of
# the file, and its first characters. It is empty if the program has to run. __stack_end is 1
# if the characters reach the end of the file, and empty if more, or a NUL, follows.
__stack_read() {
    __stack_file=${HOME-}/.config __stack_queue=stack __stack_export=${PS1+${PS1@a}}
    # The program sees only exported variables.
    [[ ${XDG_CONFIG_HOME-} != /* || ${XDG_CONFIG_HOME@a} != *x* ]] || __stack_file=$XDG_CONFIG_HOME
    [[ ! ${STACK_QUEUE-} || ${STACK_QUEUE@a} != *x* ]] || __stack_queue=$STACK_QUEUE
    __stack_file+=/stack/$__stack_queue.json __stack_seen='' __stack_end='' __stack_head=''
    if [[ -f $__stack_file && ${HOME+${HOME@a}} == *x* ]]; then
        \builtin read -r -d '' -n "$__stack_extent" __stack_head <"$__stack_file" || __stack_end=1
        __stack_seen=${COLUMNS-}$__stack_file:$__stack_head
    elif [[ ! -e $__stack_file && ! -L $__stack_file && ${HOME+${HOME@a}} == *x* ]] &&
        [[ -x ${__stack_file%/*} || ! -e ${__stack_file%/*} && ! -L ${__stack_file%/*} ]]; then
        __stack_seen=${COLUMNS-}$__stack_file
    fi
}

# bash before 4.4 doesn't show which variables are exported, so each prompt runs the program.
__stack_bash=$((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))
((__stack_bash >= 404)) || __stack_read() { __stack_seen=''; }

# Runs the program, discards the output of a DEBUG trap, and caches the answer if possible.
__stack_ask() {
    __stack_extent=4096 __stack_left=${COLUMNS:-80}
    __stack_read
    __stack_known=$__stack_seen
    __stack_text=$({
        \builtin unset -f command_not_found_handle || : # It may offer to install a program.
        \command stack prompt --extent --check ${__stack_dot:+"--dot"} \
            --max "$((__stack_left > 1 && __stack_left < 80 ? __stack_left / 2 : 40))" >&3
    } 3>&1 >/dev/null) || __stack_text=$'5000\n\nstack!'
    __stack_extent=${__stack_text%%$'\n'*} __stack_text=${__stack_text#*$'\n'}
    __stack_read
    [[ $__stack_extent -le 4096 && $__stack_known && $__stack_known == "$__stack_seen"* &&
        (! $__stack_end || $__stack_known == "$__stack_seen") ]] || __stack_seen=unknown __stack_end='' __stack_extent=1
    __stack_known=$__stack_seen$__stack_end
    [[ $__stack_text == *$'\n'* ]] || __stack_text+=$'\n' # The queue is empty.
    __stack_check=${__stack_text%%$'\n'*}
    \builtin export STACK_PROMPT_CHECK="${__stack_check:+$$ $__stack_check}" || :
    \builtin printf -v STACK_PROMPT %s "${__stack_text#*$'\n'}" || :
    __stack_shown=''
    # From its first prompt on, bash-preexec runs its functions before PROMPT_COMMAND.
    if [[ ${bash_preexec_imported-}${__bp_imported-} && "${precmd_functions[*]-}" != *__stack_* ]]; then
        precmd_functions=(${STACK_NO_PROMPT:+__stack_prompt} ${precmd_functions[@]+"${precmd_functions[@]}"})
        [[ ${STACK_NO_PROMPT-} ]] || precmd_functions+=(__stack_show)
    fi
} 2>/dev/null

# Inserts our part into the prompt if it is missing; while STACK_NO_PROMPT is set, removes it. bash
# never runs a variable's value as code.
__stack_show() {
    \builtin set +a -- "$-"
    __stack_own=${PS1-} __stack_new=''
    [[ ${STACK_NO_PROMPT-} ]] || __stack_new=$__stack_variable
    # VS Code wraps PS1 again, so it must not contain VS Code's own marks.
    [[ $__stack_own != "${__vsc_custom_PS1-}" ]] || __stack_own=${__vsc_original_PS1-}
    __stack_own=${__stack_own/"$__stack_variable"/} __stack_place=$__stack_line
    __stack_each=${COLUMNS-}:${STACK_PROMPT+${#STACK_PROMPT}}:$__stack_own
    [[ $__stack_each == "$__stack_measured" ]] || __stack_find
    [[ ${PS1-} == *"$__stack_variable"* ]] && __stack_each=$__stack_variable || __stack_each=''
    if [[ $__stack_new != "$__stack_each" || $__stack_new && $__stack_line != "$__stack_place" ]]; then
        \builtin printf -v PS1 %s "${__stack_own%"$__stack_rest"}$__stack_new$__stack_rest" || :
    fi
    if [[ $__stack_new ]]; then # Another shell would show our part as it is.
        \builtin export -n PS1
        __stack_export=${__stack_export//x/}
    fi
    __stack_shown=${STACK_NO_PROMPT-}:$__stack_export:${PS1-}
    [[ $1 != *a* ]] || \builtin set -a
} 2>&-

# Overwrites each text between $1 and $2 in __stack_rest, such as a command: \5, and then \6.
__stack_hide() {
    __stack_left=$__stack_rest __stack_rest=''
    while [[ $__stack_left == *"$1"*"$2"* ]]; do
        __stack_rest+=${__stack_left%%"$1"*} __stack_each=$1 __stack_left=${__stack_left#*"$1"}
        while [[ $__stack_left == *"$2"* ]]; do
            __stack_each+=${__stack_left%%"$2"*}$2 __stack_left=${__stack_left#*"$2"}
            __stack_open=${__stack_each//[!\{(]/} __stack_close=${__stack_each//[!\})]/}
            ((${#__stack_open} > ${#__stack_close})) || break
        done
        __stack_each=${__stack_each//?/$'\6'}
        __stack_rest+=$'\5'${__stack_each:1}
    done
    __stack_rest+=$__stack_left
}

# Sets __stack_rest to the part of the user's prompt after ours: everything after leading line
# breaks and returns to the first column, or the last line if the first one is full.
__stack_find() {
    __stack_measured=$__stack_each
    __stack_rest=${__stack_own//'\\'/$'x\6'} __stack_rest=${__stack_rest//'\$'/$'x\6'}
    __stack_hide '$(' ')'
    __stack_hide '`' '`'
    __stack_first=$__stack_rest
    __stack_hide '${' '}'
    __stack_left=$__stack_rest
    while :; do
        case $__stack_left in
            [$'\n\r']*) __stack_left=${__stack_left:1} __stack_rest=$__stack_left ;;
            '\n'* | '\r'*) __stack_left=${__stack_left:2} __stack_rest=$__stack_left ;;
            '\['*'\]'*)
                __stack_each=${__stack_left%%'\]'*} __stack_left=${__stack_left#*'\]'}
                [[ $__stack_each != *'[B' ]] || __stack_rest=$__stack_left
                ;;
            *) break ;;
        esac
    done
    __stack_last=${__stack_rest##*$'\n'} __stack_last=${__stack_last##*'\n'} __stack_line=first
    __stack_left=${__stack_rest%%$'\n'*} __stack_left=${__stack_left%%'\n'*}
    __stack_first=${__stack_first:${#__stack_own}-${#__stack_rest}:${#__stack_left}}
    if [[ ${STACK_PROMPT-} && $__stack_last != "$__stack_rest" && $__stack_bash -ge 404 ]] && __stack_is_full; then
        __stack_line=last __stack_rest=$__stack_last __stack_left=$__stack_last
    fi
    __stack_left=${__stack_left%$'\r'} __stack_left=${__stack_left%'\r'}
    for __stack_each in $'\r' '\r' '\e[G' $'\e[G' '\033[G' '\e[1G' $'\e[1G' '\033[1G'; do
        __stack_last=${__stack_left##*"$__stack_each"}
        # The return may be between \[ and \].
        [[ ${__stack_last%%'\['*} != *'\]'* ]] || __stack_last=${__stack_last#*'\]'}
        __stack_rest=${__stack_rest:${#__stack_left}-${#__stack_last}} __stack_left=$__stack_last
    done
    __stack_rest=${__stack_own:${#__stack_own}-${#__stack_rest}}
}

# Removes each text from $1 to the pattern $2 in __stack_first.
__stack_cut() {
    while [[ $__stack_first == *"$1"*$2* ]]; do
        __stack_each=${__stack_first#*"$1"} __stack_first=${__stack_first%%"$1"*}${__stack_each#*$2}
    done
}

# Whether the first line of the prompt is blank, or too full for our part. No command in it is run
# a second time. They are taken for 12 columns, or for a full line if COLUMNS is in them.
__stack_is_full() {
    __stack_each=${__stack_own:${#__stack_own}-${#__stack_rest}:${#__stack_left}}
    [[ $__stack_each != *COLUMNS* || $__stack_first == *COLUMNS* ]] || return 0
    __stack_each=${__stack_first//$'\6'/} __stack_first=${__stack_each@P}
    __stack_first=${__stack_first%%$'\n'*} __stack_first=${__stack_first%$'\r'}
    __stack_cut $'\1' $'\2'
    # A title of the window, colours and moves of the cursor may not be marked.
    __stack_cut $'\e]' $'\a'
    __stack_cut $'\e[' '[[:alpha:]@]'
    [[ ${__stack_first//[[:space:]]/} ]] || return 0
    __stack_first=${__stack_first/$'\5'/............} __stack_first=${__stack_first//$'\5'/}
    ((${#__stack_first} + ${#STACK_PROMPT} + 3 > ${COLUMNS:-80}))
}

# Installs the hook once: at the end of the string or array; in front if there is a DEBUG trap
# or STACK_NO_PROMPT; before bash-preexec's last command or its installation.
__stack_hook() {
    \builtin export -n PROMPT_COMMAND # A child shell may not have the function.
    __stack_place=PROMPT_COMMAND __stack_own=${PROMPT_COMMAND-} __stack_rest='' __stack_break=$'\n'
    if [[ "${PROMPT_COMMAND[*]-}${__vsc_original_prompt_command-}" == *__stack_prompt* ]]; then
        return 0
    elif [[ $__stack_own == __vsc_prompt_cmd* ]]; then
        __stack_place=__vsc_original_prompt_command __stack_own=${__vsc_original_prompt_command-}
        \builtin printf -v PROMPT_COMMAND __vsc_prompt_cmd_original || :
    elif ((__stack_bash >= 501)) && [[ "${PROMPT_COMMAND[*]-}" != "$__stack_own" || ${STACK_NO_PROMPT-} ]]; then
        __stack_all=("${!PROMPT_COMMAND[@]}") __stack_own=''
        [[ $1 ]] && __stack_place=front || __stack_place=PROMPT_COMMAND[$((__stack_all[-1] + 1))]
    elif [[ $1 ]]; then
        __stack_own='' __stack_rest=${PROMPT_COMMAND-}
    fi
    for __stack_last in __bp_interactive_mode __bp_install __bp_trap_string=; do
        for __stack_each in "${!PROMPT_COMMAND[@]}"; do
            [[ ${PROMPT_COMMAND[__stack_each]} == *"$__stack_last"* && ! ${STACK_NO_PROMPT-} ]] || continue
            __stack_place=PROMPT_COMMAND[$__stack_each]
            __stack_own=${PROMPT_COMMAND[__stack_each]%%"$__stack_last"*}
            __stack_rest=${PROMPT_COMMAND[__stack_each]:${#__stack_own}}
        done
    done
    __stack_each=${__stack_own##*[!\\]}
    if ((${#__stack_each} % 2)); then
        __stack_error='ends in a backslash'
        return 0
    fi
    __stack_own=${__stack_own:+$__stack_own$__stack_break}__stack_prompt
    __stack_own+=${__stack_rest:+$__stack_break$__stack_rest}
    if [[ $__stack_place != front ]]; then # a string stays a string
        \builtin printf -v "${__stack_place%"[0]"}" %s "$__stack_own" || :
    elif __stack_all=("${PROMPT_COMMAND[@]}") && \builtin unset -v PROMPT_COMMAND; then
        PROMPT_COMMAND=(__stack_prompt "${__stack_all[@]}")
    fi
    [[ "${PROMPT_COMMAND[*]-}${__vsc_original_prompt_command-}" == *__stack_prompt* ]] || __stack_error='is read-only'
} 2>/dev/null

__stack_known=unknown __stack_extent=1 __stack_end='' __stack_shown='' __stack_line='' __stack_measured='' __stack_export='' __stack_error=''
# Not what people write into their own prompt, hence the hyphen.
__stack_variable="\${STACK_PROMPT:+(\${STACK_PROMPT-}) }"
# Inside a function, `trap -p` doesn't show the trap.
__stack_hook "$(\builtin trap -p DEBUG)${STACK_NO_PROMPT-}"
[[ ! $__stack_error ]] || \builtin printf '%s: the prompt cannot show the task: PROMPT_COMMAND %s\n' stack "$__stack_error" >&2
[[ ! ${PS1+set} ]] || __stack_show
