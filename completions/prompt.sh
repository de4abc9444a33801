# shellcheck shell=sh disable=SC2016,SC2030,SC2031,SC2269
# Shows the current task as (TASK) before the user's prompt in dash, ksh93, mksh and
# busybox's ash. Each prompt runs the program. While STACK_NO_PROMPT is set, nothing is
# shown. See README.md, "elvish, xonsh and POSIX shells".

# Prints our part for the $(…) in the prompt, or $1, the user's prompt, with it. Keeps $?, and `set -x`
# doesn't trace it. Doubles special characters, so that the shell can't run a task as code.
__stack_prompt() {
    __stack_status=$? __stack_shown='' __stack_text=''
    \set +ax # mksh traces to its own descriptor, not to standard error
    __stack_columns=$((${COLUMNS:-80} > 1 && ${COLUMNS:-80} < 80 ? ${COLUMNS:-80} / 2 : 40))
    [ "${STACK_NO_PROMPT-}" ] ||
        __stack_text=$(\command stack prompt ${__stack_dot:+"--dot"} --max "$__stack_columns") || __stack_text='stack!'
    while [ "$__stack_special" ]; do
        case $__stack_text in
            *"$__stack_special"*) ;;
            *) break ;;
        esac
        __stack_shown=$__stack_shown${__stack_text%%"$__stack_special"*}$__stack_special$__stack_special
        __stack_text=${__stack_text#*"$__stack_special"}
    done
    __stack_text=$__stack_shown$__stack_text __stack_own=${1-}
    __stack_rest=${__stack_own##*"$__stack_return"}
    __stack_text=${__stack_own%"$__stack_rest"}${__stack_text:+($__stack_text) }$__stack_rest
    if [ "${KSH_VERSION-}" ]; then
        \print -nr -- "$__stack_text" # printf isn't built into mksh
    else
        \printf %s "$__stack_text"
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

# Inserts our part once, after leading line breaks and the last return to the first column, unless PS1
# is empty or readonly. If a command in it prints the return, our part has the prompt in it. Another
# shell would show our part as it is, so PS1 isn't exported.
__stack_return=$(\printf '\r')
case ${PS1-} in
    '' | *__stack_prompt*) ;;
    *)
        if (PS1=$PS1) 2>/dev/null; then
            __stack_own=$PS1 __stack_part='$(__stack_prompt 2>/dev/null)'
            __stack_rest=${PS1#"${PS1%%[!
]*}"}
            case $__stack_rest:$__stack_special in
                *[\`\(]*\\r*[\`\)]*)
                    __stack_part='$(__stack_prompt "'$__stack_rest'")'
                    __stack_own=${__stack_own%"$__stack_rest"} __stack_rest=''
                    ;;
                *"$__stack_return"*) __stack_rest=${__stack_rest##*"$__stack_return"} ;;
                *\\r*\\) __stack_rest=${__stack_rest##*\\r} ;;
            esac
            \unset PS1
            PS1=${__stack_own%"$__stack_rest"}$__stack_part$__stack_rest
        fi
        ;;
esac
