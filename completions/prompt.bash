# shellcheck shell=bash
# The current task in bash's prompt: as (TASK) before the user's own, and plain
# in the exported STACK_PROMPT. While STACK_NO_PROMPT is set, only the latter.

# bash can't tell a file's time, but it compares those of two files without a
# process. So each shell has two stamps in the private state folder. One carries
# the time of the version that was read: newer and older both mean "changed",
# for mv and sync tools bring old times. The other is written before reading,
# until it is later than the first: then no change still to come can fall within
# the clock tick of what is read.
__stack_read() {
    local file=$1 head=$2 folder=${XDG_STATE_HOME-} tries=0
    __stack_file='' __stack_text=''
    [[ $folder == /* ]] || folder=${HOME-}/.local/state
    folder+=/stack
    [[ -d $folder ]] || (umask 077 && command mkdir -p -- "$folder")
    # Host and process tell whose it is when it is left behind; the chance number
    # keeps containers apart that share both.
    __stack_stamps=$folder/.prompt-${HOSTNAME//\//_}-$BASHPID-$__stack_chance
    if command touch -r "$file" -- "$__stack_stamps.file"; then
        # A tick lasts 10 ms at most. A time that is ahead even then lies in the
        # future, and a change will bring the present one. (Written over, not
        # truncated: some file systems flush a file that was.)
        until [[ $__stack_stamps.file -ot $__stack_stamps.now ]] || ((++tries > 1000)); do
            echo 1<>"$__stack_stamps.now"
        done
        __stack_tidy
    fi
    # Asked for by `type` first, lest bash offers to install it. Without stamps the
    # file is not remembered, so each prompt reads it.
    type -P stack >/dev/null && __stack_text=$(command stack prompt) &&
        [[ -f $__stack_stamps.now ]] && __stack_file=$file __stack_head=$head
} 2>/dev/null

# Once per shell: have the stamps removed at its end, before the user's own trap
# runs, and remove those of shells that were killed.
__stack_tidy() {
    local mine=$__stack_stamps all stamp process trap line=$'\n'
    [[ ${__stack_tidied-} != "$BASHPID" ]] || return 0
    __stack_tidied=$BASHPID
    all=${mine%-*-*}-
    for stamp in "$all"*; do
        process=${stamp#"$all"} process=${process%%-*}
        [[ $stamp == "$mine".* || ! $process || $process == *[!0-9]* ]] ||
            { [[ $process != "$BASHPID" ]] && builtin kill -0 "$process"; } ||
            command rm -f -- "$stamp"
    done
    trap=$(builtin trap -p EXIT)
    if [[ $trap != *__stack_forget* ]]; then
        eval "trap=($trap)" # trap -- 'COMMANDS' EXIT
        builtin trap -- "__stack_forget${trap[2]:+$line${trap[2]}}" EXIT
    fi
}

__stack_forget() {
    local status=$?
    [[ ! $__stack_stamps ]] ||
        command rm -f -- "$__stack_stamps.file" "$__stack_stamps.now" 2>/dev/null
    return "$status"
}

# Before each prompt. What was read holds while the path, the time and the first
# bytes are the same; the bytes, because a file that is moved here, or that a
# link now leads to, may have the very same time.
__stack_check() {
    local config=${XDG_CONFIG_HOME-} queue=${STACK_QUEUE-} head=
    # A variable that isn't exported doesn't reach the program either.
    [[ $config == /* && ${XDG_CONFIG_HOME@a} == *x* ]] || config=${HOME-}/.config
    [[ $queue && ${STACK_QUEUE@a} == *x* ]] || queue=stack
    local file=$config/stack/$queue.json

    if [[ ! -f $file || ! -r $file ]]; then
        __stack_file='' __stack_text=''
        return
    fi
    { IFS='' read -r -N 512 head <"$file"; } 2>/dev/null
    [[ $file == "$__stack_file" && $head == "$__stack_head" &&
        ! $file -nt $__stack_stamps.file && ! $file -ot $__stack_stamps.file ]] ||
        __stack_read "$file" "$head"
}

__stack_update() {
    local status=$?
    if ((__stack_bash >= 404)); then
        __stack_check || :
    else # -nt saw whole seconds only
        __stack_text=$(command stack prompt 2>/dev/null) || :
    fi
    export STACK_PROMPT=$__stack_text
    __stack_for=${STACK_QUEUE-}:${XDG_CONFIG_HOME-}
    [[ $- == *e* ]] || return "$status"
}

__stack_show() {
    local status=$? prefix='' own=${PS1-} double="\\\\"
    # It has been updated, unless something has changed since what that was for.
    case $__stack_for in
        "${STACK_QUEUE-}:${XDG_CONFIG_HOME-}") ;;
        *) __stack_update ;;
    esac
    __stack_for=

    # A task must never be taken for code. The value of a variable isn't. Where
    # bash expands none, only backslashes mean something, but no other shell may
    # inherit that.
    if [[ ${STACK_NO_PROMPT-} ]]; then
        prefix=
    elif [[ -o posix ]] || shopt -q promptvars; then
        prefix=$__stack_variable
    elif [[ $__stack_text ]]; then
        prefix=${__stack_text//\\/"$double"}
        prefix="($prefix) "
        export -n PS1
    fi
    # A theme may have set PS1 anew, or put something before our part.
    if [[ $own != "$prefix"* || $prefix != "$__stack_prefix" ]]; then
        PS1=$prefix${own/"$__stack_prefix"/}
        __stack_prefix=$prefix
    fi
    __stack_hook
    [[ $- == *e* ]] || return "$status"
}

# Updates before what the user has in PROMPT_COMMAND, which may want STACK_PROMPT,
# and shows after it, for it may set PS1. Elements of their own see, and leave, $?
# and PIPESTATUS as they were. Done again when that has changed.
__stack_hook() {
    local each others=()
    if ((__stack_bash < 501)); then # all there is is one string
        [[ ${PROMPT_COMMAND-} == *__stack_show* ]] ||
            PROMPT_COMMAND[0]=${PROMPT_COMMAND[0]:+${PROMPT_COMMAND[0]}$'\n'}__stack_show
    elif [[ ${PROMPT_COMMAND[0]-} != __stack_update || ${PROMPT_COMMAND[*]: -1} != __stack_show ]]; then
        local -A seen=([:__stack_update]=1 [:__stack_show]=1)
        for each in "${PROMPT_COMMAND[@]}"; do
            # Each once, for PROMPT_COMMAND=… replaces no more than the first.
            [[ ${seen[:$each]-} ]] || others+=("$each")
            seen[:$each]=1
        done
        PROMPT_COMMAND=(__stack_update "${others[@]}" __stack_show)
    fi
}

__stack_bash=$((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))
__stack_file='' __stack_head='' __stack_text='' __stack_for='' __stack_tidied=''
__stack_stamps=${__stack_stamps-}
__stack_chance=${__stack_chance-$RANDOM}
__stack_variable="\${STACK_PROMPT:+(\$STACK_PROMPT) }"
# PS1 may come from the environment, with our part in it.
__stack_prefix=${__stack_prefix-$__stack_variable}
__stack_hook
