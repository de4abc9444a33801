# shellcheck shell=sh disable=SC2030,SC2031,SC2269
# Shows the current task as (TASK) before the user's prompt in dash, ksh93, mksh and
# busybox's ash. Each prompt runs the program. While STACK_NO_PROMPT is set, nothing is
# shown. See README.md, "elvish, xonsh and POSIX shells".

# Prints our part for the $(…) in the prompt. Keeps $?, and `set -x` doesn't trace it. Doubles
# special characters, so that the shell can't run a task as code.
__stack_prompt() {
    __stack_status=$? __stack_shown=''
    \set +x # mksh traces to its own descriptor, not to standard error
    [ ! "${STACK_NO_PROMPT-}" ] || return "$__stack_status"
    __stack_columns=$((${COLUMNS:-80} > 1 && ${COLUMNS:-80} < 80 ? ${COLUMNS:-80} / 2 : 40))
    __stack_text=$(\command stack prompt ${__stack_dot:+"--dot"} --max "$__stack_columns") || __stack_text='stack!'
    while [ "$__stack_special" ]; do
        case $__stack_text in
            *"$__stack_special"*) ;;
            *) break ;;
        esac
        __stack_shown=$__stack_shown${__stack_text%%"$__stack_special"*}$__stack_special$__stack_special
        __stack_text=${__stack_text#*"$__stack_special"}
    done
    __stack_text=$__stack_shown$__stack_text
    if [ ! "$__stack_text" ]; then
        :
    elif [ "${KSH_VERSION-}" ]; then
        \print -nr -- "($__stack_text) " # printf isn't built into mksh
    else
        \printf '(%s) ' "$__stack_text"
    fi
    return "$__stack_status"
} 2>/dev/null

# In the output of a command in the prompt, ksh93 replaces ! by the number of the command, and
# \ begins an escape in busybox.
case ${KSH_VERSION-}:$(\command readlink "/proc/$$/exe" 2>/dev/null) in
    Version*) __stack_special='!' ;;
    :*busybox*) __stack_special=\\ ;;
    *) __stack_special='' ;;
esac

# ksh93 sets its default prompt after the start-up file, and only if PS1 isn't set.
case $-:${KSH_VERSION-}:${PS1+set} in
    *i*:Version*:) [ "$(\command id -u)" = 0 ] && PS1='# ' || PS1='$ ' ;;
esac

# Inserts our part once, after leading line breaks, unless PS1 is empty or readonly.
case ${PS1-} in
    '' | *__stack_prompt*) ;;
    *)
        if (PS1=$PS1) 2>/dev/null; then
            __stack_rest=${PS1#"${PS1%%[!
]*}"}
            PS1=${PS1%"$__stack_rest"}'$(__stack_prompt)'$__stack_rest
        fi
        ;;
esac
