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
# nothing else, and a file that can't be opened tells nothing.
__stack_prompt() {
    __stack_status=$?
    __stack_now=${HOME-}:${HOME+${HOME@a}}:${XDG_CONFIG_HOME-}:${XDG_CONFIG_HOME+${XDG_CONFIG_HOME@a}}:${STACK_QUEUE-}:${STACK_QUEUE+${STACK_QUEUE@a}}
    [ "$__stack_now" = "$__stack_then" ] || __stack_find
    __stack_read
    [ "$__stack_head" = "$__stack_known" ] || __stack_ask
    [ "${STACK_NO_PROMPT-}:$BASHOPTS:$SHELLOPTS:${PS1-}" = "$__stack_shown" ] || __stack_show
    [ "$__stack_status" = 0 ] || __stack_return
} 2>&-

# Before 4.4, bash can't tell which variables are exported: each prompt asks.
((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) || __stack_prompt() {
    __stack_status=$?
    __stack_ask
    __stack_show
    [ "$__stack_status" = 0 ] || __stack_return
} 2>&-

# Passes $? on to what else stands in the same string, and only to that: it would
# set off a trap of the user's, and end a shell that ends at errors.
__stack_return() {
    [[ $- != *e* ]] || return 0
    for __stack_each in ${PROMPT_COMMAND[@]+"${PROMPT_COMMAND[@]}"}; do
        case $__stack_each in
            *__stack_prompt?__bp_interactive_mode) ;; # takes no $?
            *__stack_prompt?*) return "$__stack_status" ;;
        esac
    done
}

# Which file it is. A variable that isn't exported doesn't reach the program.
__stack_find() {
    __stack_then=$__stack_now __stack_file=${HOME-}/.config __stack_extent=1 __stack_known=unknown
    [[ ${XDG_CONFIG_HOME-} != /* || ${XDG_CONFIG_HOME@a} != *x* ]] || __stack_file=$XDG_CONFIG_HOME
    if [[ ${STACK_QUEUE-} && ${STACK_QUEUE@a} == *x* ]]; then
        __stack_file+=/stack/$STACK_QUEUE.json
    else
        __stack_file+=/stack/stack.json
    fi
}

# The first characters of a plain file. What is no file, and what is unknown, has
# names that are longer than the one character which is read then.
__stack_read() {
    __stack_head=none
    if [[ -f $__stack_file ]]; then
        __stack_head=
        \builtin read -r -N "$__stack_extent" __stack_head <"$__stack_file" || :
    fi
}

# Asks the program, and keeps what the answer follows from, unless that changed
# meanwhile. What a DEBUG trap prints goes elsewhere, and nothing offers to install
# a program that is missing.
__stack_ask() {
    __stack_extent=4096
    __stack_read
    __stack_known=$__stack_head
    if __stack_text=$({
        \builtin unset -f command_not_found_handle || :
        \command stack prompt --extent >&3
    } 3>&1 >/dev/null); then
        __stack_read
        __stack_extent=${__stack_text%%$'\n'*}
        __stack_text=${__stack_text#"$__stack_extent"}
        __stack_text=${__stack_text#$'\n'}
    else
        __stack_extent=0 __stack_text='stack!'
    fi
    if [ "$__stack_head" != "$__stack_known" ] || ! [ "$__stack_extent" -ge 1 ] || [ "$__stack_extent" -gt 4096 ]; then
        __stack_extent=1 __stack_known=unknown
    elif [ "$__stack_known" != none ]; then
        __stack_known=${__stack_known:0:__stack_extent}
    fi
    \builtin export STACK_PROMPT="$__stack_text" || :
    __stack_shown=
} 2>/dev/null

# Puts our part into the prompt where it isn't, or takes it out. A task must never
# be taken for code, and the value of a variable isn't. Where bash expands none,
# only backslashes mean something, but no other shell may inherit that.
__stack_show() {
    __stack_own=${PS1-} __stack_new=
    if [[ ${STACK_NO_PROMPT-} ]]; then
        :
    elif [[ -o posix ]] || \builtin shopt -q promptvars; then
        __stack_new=$__stack_variable
    elif [[ ${STACK_PROMPT-} ]]; then
        __stack_double=\\\\
        __stack_new=${STACK_PROMPT//\\/"$__stack_double"}
        __stack_new="($__stack_new) "
        \builtin export -n PS1
    fi
    if [[ $__stack_new != "$__stack_part" || $__stack_own != *"$__stack_new"* ]]; then
        # VS Code puts marks around what it finds, and would around its own.
        [[ $__stack_own != "${__vsc_custom_PS1-}" ]] || __stack_own=${__vsc_original_PS1-}
        __stack_own=${__stack_own/"$__stack_part"/}
        __stack_rest=$__stack_own
        while [[ $__stack_rest == $'\n'* || $__stack_rest == '\n'* ]]; do
            __stack_rest=${__stack_rest#\\}
            __stack_rest=${__stack_rest:1}
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
    __stack_line=$'\n' __stack_own=__stack_prompt __stack_all=("${PROMPT_COMMAND-}") __stack_several=''
    if [[ "${PROMPT_COMMAND[*]-}${__vsc_original_prompt_command-}" == *__stack_prompt* ]]; then
        return 0
    elif [[ ${PROMPT_COMMAND-} == __vsc_prompt_cmd* ]]; then
        __vsc_original_prompt_command=${__vsc_original_prompt_command:+$__vsc_original_prompt_command$__stack_line}
        __vsc_original_prompt_command+=__stack_prompt
        \builtin printf -v PROMPT_COMMAND __vsc_prompt_cmd_original || :
        return 0
    elif ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)) &&
        [[ "${PROMPT_COMMAND[*]-}" != "${PROMPT_COMMAND-}" ]]; then
        __stack_all=("${PROMPT_COMMAND[@]}") __stack_several=yes
    fi
    for __stack_end in __bp_trap_string= __bp_install __bp_interactive_mode; do
        for __stack_each in "${!__stack_all[@]}"; do
            [[ $__stack_own && ${__stack_all[__stack_each]} == *"$__stack_end"* ]] || continue
            __stack_rest=${__stack_all[__stack_each]#*"$__stack_end"}
            __stack_all[__stack_each]=${__stack_all[__stack_each]%"$__stack_end$__stack_rest"}
            __stack_all[__stack_each]+=$__stack_own$__stack_line$__stack_end$__stack_rest
            __stack_own=''
        done
    done
    if [[ $__stack_several && $1 ]]; then
        __stack_all=(${__stack_own:+"$__stack_own"} "${__stack_all[@]}")
    elif [[ $__stack_several ]]; then
        __stack_all+=(${__stack_own:+"$__stack_own"})
    elif [[ $1 || ! ${__stack_all[0]} ]]; then
        __stack_all[0]=$__stack_own${__stack_own:+${__stack_all[0]:+$__stack_line}}${__stack_all[0]}
    else
        __stack_all[0]+=${__stack_own:+$__stack_line$__stack_own}
    fi
    if [[ ! $__stack_several ]]; then
        \builtin printf -v PROMPT_COMMAND %s "${__stack_all[0]}" || :
    elif \builtin unset -v PROMPT_COMMAND; then
        PROMPT_COMMAND=("${__stack_all[@]}")
    fi
} 2>/dev/null

__stack_then='' __stack_file='' __stack_extent=1 __stack_known=unknown __stack_shown=''
__stack_variable="\${STACK_PROMPT:+(\$STACK_PROMPT) }"
# PS1 may come from the environment, with our part in it.
__stack_part=$__stack_variable
# A function doesn't see the trap.
__stack_hook "$(\builtin trap -p DEBUG)"
[[ ! ${PS1+set} ]] || __stack_show 2>/dev/null
