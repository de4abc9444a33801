# The current task in fish's prompt: as (TASK) before the user's own, plain in
# the exported STACK_PROMPT and from the function stack_prompt. While
# STACK_NO_PROMPT is set, the prompt is left alone.
#
# What is shown follows from which file it is and from the file's first bytes.
# They are read before each prompt, without a process, and the program is asked
# only where they aren't those that it was asked for.

# Sets __stack_seen to the path and + with what is read, or the path alone where
# there is no file; to nothing where that can't be told.
function __stack_read
    set -l config "$HOME/.config"
    set -l queue stack
    set -l bytes
    # A variable that isn't exported doesn't reach the program either.
    set -qx XDG_CONFIG_HOME; and string match -q '/*' -- "$XDG_CONFIG_HOME"; and set config "$XDG_CONFIG_HOME"
    set -qx STACK_QUEUE; and test -n "$STACK_QUEUE"; and set queue "$STACK_QUEUE"
    set -l file $config/stack/$queue.json
    if test -f $file -a -r $file
        read -z $argv bytes <$file
        set -g __stack_seen $file "+$bytes"
    else if test -e $file -o -L $file; or test -e $config/stack -a ! -x $config/stack
        set -g __stack_seen
    else
        set -g __stack_seen $file
    end
end

# Asks the program, and keeps what the answer follows from, unless that is too
# much or has changed meanwhile. A small file is kept and read whole, because a
# part is read byte by byte.
function __stack_ask
    set -g __stack_text 'stack!'
    set -g __stack_kept
    set -g __stack_limit
    __stack_read -n 4096
    set -l before $__stack_seen
    # Looked for first, lest fish says that there is none.
    command -q stack
    and set -l answer (command stack prompt --extent 2>/dev/null)
    and string match -qr '^\d+$' -- $answer[1]
    or return
    set __stack_text $answer[2]
    __stack_read -n 4096
    test $answer[1] -le 4096 -a "$before" = "$__stack_seen"
    or return
    if test (string length -- "$before[2]") -gt 4096
        set __stack_limit -n $answer[1]
        printf %s $before[2] | read -z -n (math $answer[1] + 1) -l bytes
        set before[2] $bytes
    end
    set __stack_kept $before
end

# Before each prompt.
function __stack_update --on-event fish_prompt
    __stack_read $__stack_limit
    set -q __stack_kept[1]; and test "$__stack_seen" = "$__stack_kept"
    or __stack_ask
    set -gx STACK_PROMPT "$__stack_text"
    set -g __stack_part
    test -z "$STACK_NO_PROMPT"; or return
    test -n "$__stack_text"; and set __stack_part "($__stack_text) "
    # Something else may have become the prompt, or built one around ours.
    functions -q fish_prompt; and not contains __stack (functions -Dv fish_prompt)
    or return
    set -g __stack_count (math $__stack_count + 1)
    set -l own __stack_prompt_$__stack_count
    functions -c fish_prompt $own
    function fish_prompt -d __stack -V own
        __stack_draw $own $argv
    end
end

# Draws our part after the line breaks with which a prompt begins. Of several
# draws only the outermost has it. The prompt comes before all that changes
# $status and $pipestatus, as `switch` and `set` don't.
function __stack_draw
    set -l part $__stack_part
    set -g __stack_part
    switch "$part"
        case ''
            $argv
        case '*'
            set -l lines ($argv)
            while set -q lines[2]; and test -z "$lines[1]"
                echo
                set -e lines[1]
            end
            # fish would cut off what a line that fills the terminal has no room for.
            set -l at 1
            set -q lines[2]; and set -l width (string length -V -- "$part$lines[1]" 2>/dev/null)
            and test $width -gt $COLUMNS; and set at -1
            set lines[$at] "$part$lines[$at]"
            # No line break at the end, for another may go on there.
            printf %s $lines[1]
            set -e lines[1]
            set -q lines[1]; and printf '\n%s' $lines
    end
    set -g __stack_part $part
end

function stack_prompt -d 'The current task'
    test -n "$STACK_PROMPT"; and printf '%s\n' $STACK_PROMPT
end

set -g __stack_kept
set -g __stack_limit
set -q __stack_count; or set -g __stack_count 0
