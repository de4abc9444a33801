# The current task in fish's prompt: as (TASK) before the user's own, plain in
# the exported STACK_PROMPT and from the function stack_prompt. While
# STACK_NO_PROMPT is set, the prompt is left alone.
#
# What is shown follows from which file it is and from the file's first bytes.
# They are read before each prompt, without a process, and the program is asked
# only where they aren't those that it was asked for.

function __stack_update --on-event fish_prompt
    __stack_read
    test "$__stack_seen" = "$__stack_kept"; or __stack_ask
    # What has become the prompt in place of ours doesn't hear of this event.
    set -g __stack_state
    emit __stack_who __stack_who
    set -q __stack_state[1]; or test -n "$STACK_NO_PROMPT"; or __stack_wrap
end

# Sets __stack_seen to path and bytes, to `none` and path where there is no file,
# and to nothing where that can't be told.
function __stack_read
    # A variable that isn't exported doesn't reach the program either.
    set -l folder "$HOME/.config/stack"
    set -l queue stack
    set -qx XDG_CONFIG_HOME; and string match -q '/*' -- "$XDG_CONFIG_HOME"; and set folder "$XDG_CONFIG_HOME/stack"
    set -qx STACK_QUEUE; and test -n "$STACK_QUEUE"; and set queue "$STACK_QUEUE"
    set -l file $folder/$queue.json
    if test -f $file -a -r $file
        read -z $__stack_limit -g __stack_seen <$file
        set __stack_seen "$file:$__stack_seen"
    else if test -e $file -o -L $file; or test -e $folder -a ! -x $folder
        set -g __stack_seen
    else
        set -g __stack_seen none:$file
    end
end

# Asks the program, and keeps what the answer follows from, unless that is too
# much or has changed meanwhile. A small file is kept and read whole, because a
# part is read byte by byte.
function __stack_ask
    set -gx STACK_PROMPT 'stack!'
    set -g __stack_kept unknown
    set -g __stack_limit -n 4096
    __stack_read
    set -l before "$__stack_seen"
    # Looked for first, lest fish says that there is none.
    if command -q stack
            and set -l answer (command stack prompt --extent 2>/dev/null)
            and string match -qr '^\d+$' -- "$answer[1]"
        set STACK_PROMPT "$answer[2]"
        set __stack_limit
        test (string length -- $before) -gt 4096; and set __stack_limit -n $answer[1]
        __stack_read
        test $answer[1] -le 4096; and set -q __stack_seen[1]
        and string replace -q -- $__stack_seen '' $before
        and set __stack_kept $__stack_seen
    end
    set -g __stack_part (string replace -r '.+' '($0) ' -- "$STACK_PROMPT")
end

# Draws around what is fish_prompt now. Of several that do, only the outermost
# draws our part.
function __stack_wrap
    functions -q fish_prompt; or return
    set -g __stack_state ours
    set -l own __stack_prompt_(functions -an | string match '__stack_prompt_*' | count)
    functions -c fish_prompt $own
    function fish_prompt -V own --on-event __stack_who
        # Before it is called nothing may change $status and $pipestatus.
        switch "$STACK_NO_PROMPT$__stack_state:$__stack_part:$argv[1]"
            case '*:__stack_who'
                set -g __stack_state ours
            case 'ours:(*'
                set -g __stack_state drawing
                __stack_draw ($own $argv)
                set -g __stack_state ours
            case '*'
                $own $argv
        end
    end
end

# Our part stands behind the first line breaks, or in the last line if the first
# fills the terminal, for fish would cut off its beginning. No line break is at
# the end, for another may go on there.
function __stack_draw
    while test -z "$argv[1]"; and set -q argv[2]
        echo
        set -e argv[1]
    end
    set -l at 1
    # Before 3.4, fish can't tell how wide a text is.
    set -q argv[2]
    and test (string length -V -- "$__stack_part$argv[1]" 2>/dev/null; or echo 0) -gt $COLUMNS; and set at -1
    set argv[$at] "$__stack_part$argv[$at]"
    printf %s $argv[1] \n$argv[2..-1]
end

function stack_prompt -d 'The current task'
    test -n "$STACK_PROMPT"; and printf '%s\n' $STACK_PROMPT
end

set -g __stack_kept unknown
set -g __stack_limit
