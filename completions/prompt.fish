# The current task in fish's prompt: as (TASK) before the user's own, plain in
# the exported STACK_PROMPT and from the function stack_prompt. While
# STACK_NO_PROMPT is set, the prompt is left alone.
#
# What is shown follows from which file it is and from the file's first bytes.
# They are read before each prompt, without a process, and the program is asked
# only where they aren't those that it was asked for.

# Reads, and asks if that isn't what was kept; while asking, sets __stack_seen to
# it: path and bytes, `none` in front where there is no file, no path where that
# can't be told.
function __stack_update --on-event fish_prompt -a asking
    # A variable that isn't exported doesn't reach the program either.
    set -l folder "$HOME/.config/stack"
    set -l queue stack
    set -qx XDG_CONFIG_HOME; and string match -q '/*' -- "$XDG_CONFIG_HOME"; and set folder "$XDG_CONFIG_HOME/stack"
    set -qx STACK_QUEUE; and test -n "$STACK_QUEUE"; and set queue "$STACK_QUEUE"
    set -l file $folder/$queue.json
    if test -f $file -a -r $file
        read -z $__stack_limit -g __stack_bytes <$file
    else
        set -g __stack_bytes
        test -e $file -o -L $file; or test -e $folder -a ! -x $folder
        and set file
        or set file none$file
    end
    if test "$file:$__stack_bytes" != "$__stack_kept"
        set -g __stack_seen "$file:$__stack_bytes"
        test -z "$asking"; or return
        __stack_ask
    end

    # What has become the prompt in place of ours doesn't hear of this event.
    set -g __stack_state
    emit __stack_who __stack_who
    set -q __stack_state[1]; or test -n "$STACK_NO_PROMPT"; or __stack_wrap
end

# Asks the program, and keeps what the answer follows from, unless that is too
# much or has changed meanwhile. A small file is kept and read whole, because a
# part is read byte by byte.
function __stack_ask
    set -g __stack_text 'stack!'
    set -g __stack_kept
    set -g __stack_limit -n 4096
    __stack_update asking
    set -l before $__stack_seen
    # Looked for first, lest fish says that there is none.
    command -q stack
    and set -l answer (command stack prompt --extent 2>/dev/null)
    and string match -qr '^\d+$' -- $answer[1]
    if test $status -eq 0
        set __stack_text $answer[2]
        set __stack_limit
        test (string length -- $before) -gt 4096; and set __stack_limit -n $answer[1]
        __stack_update asking
        test $answer[1] -le 4096; and string match -qv ':*' -- $before
        and string replace -q -- $__stack_seen '' $before
        and set __stack_kept $__stack_seen
    end
    set -g __stack_part
    test -n "$__stack_text"; and set __stack_part "($__stack_text) "
    set -gx STACK_PROMPT "$__stack_text"
end

# Draws around what is fish_prompt now. Of several that do, only the outermost
# draws our part.
function __stack_wrap
    functions -q fish_prompt; or return
    set -g __stack_state ours
    set -g __stack_count (math $__stack_count + 1)
    set -l own __stack_prompt_$__stack_count
    functions -c fish_prompt $own
    function fish_prompt -V own --on-event __stack_who
        # Before it is called nothing may change $status and $pipestatus.
        switch "$STACK_NO_PROMPT$__stack_state:$__stack_part:$argv[1]"
            case '*:__stack_who'
                set -g __stack_state ours
            case 'ours:(*'
                set -g __stack_state drawing
                set -l lines ($own $argv)
                set -g __stack_state ours
                # No line break at the end, for another may go on there.
                if set -q lines[2]
                    __stack_join $lines
                else
                    printf %s "$__stack_part$lines"
                end
            case '*'
                $own $argv
        end
    end
end

# Our part stands behind the first line breaks, or in the last line if the first
# fills the terminal, for fish would cut off its beginning.
function __stack_join
    while test -z "$argv[1]"; and set -q argv[2]
        echo
        set -e argv[1]
    end
    set -l at 1
    test (string length -V -- "$__stack_part$argv[1]") -gt $COLUMNS; and set at -1
    set argv[$at] "$__stack_part$argv[$at]"
    printf %s $argv[1]
    set -e argv[1]
    set -q argv[1]; and printf '\n%s' $argv
end

function stack_prompt -d 'The current task'
    test -n "$STACK_PROMPT"; and printf '%s\n' $STACK_PROMPT
end

set -g __stack_kept
set -g __stack_limit
set -q __stack_count; or set -g __stack_count 0
