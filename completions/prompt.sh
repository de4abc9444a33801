# shellcheck shell=sh disable=SC2030,SC2031,SC2269
# The current task in the prompt of dash, ksh93, mksh and busybox's ash: as (TASK)
# before the user's own. Each prompt asks the program. While STACK_NO_PROMPT is set,
# nothing is shown. See README.md, "POSIX shells".

# Prints our part for the prompt's $(…). It keeps $?, and `set -x` doesn't trace it. A task
# must never be taken for code, so it doubles the characters that mean something.
__stack_prompt() {
    __stack_status=$? __stack_shown=''
    \set +x # mksh traces to a file of its own
    [ ! "${STACK_NO_PROMPT-}" ] || return "$__stack_status"
    __stack_columns=$((${COLUMNS:-80} > 1 && ${COLUMNS:-80} < 80 ? ${COLUMNS:-80} / 2 : 40))
    __stack_text=$(\command stack prompt --max "$__stack_columns") || __stack_text='stack!'
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
        \print -nr -- "($__stack_text) " # mksh has no printf of its own
    else
        \printf '(%s) ' "$__stack_text"
    fi
    return "$__stack_status"
} 2>/dev/null

# In what a prompt's command prints, ksh93 replaces ! by the number of the command, and
# busybox takes \ for the beginning of an escape.
case ${KSH_VERSION-}:$(\command readlink "/proc/$$/exe" 2>/dev/null) in
    Version*) __stack_special='!' ;;
    :*busybox*) __stack_special=\\ ;;
    *) __stack_special='' ;;
esac

# ksh93 sets its own prompt only after the start-up file, and only if there is none.
case $-:${KSH_VERSION-}:${PS1+set} in
    *i*:Version*:) [ "$(\command id -u)" = 0 ] && PS1='# ' || PS1='$ ' ;;
esac

# Once, after leading line breaks; not where there is no prompt, or a readonly one.
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
