# The current task in fish's prompt: as (TASK) before the user's own, plain in
# the exported STACK_PROMPT and from the function stack_prompt. While
# STACK_NO_PROMPT is set, the prompt is left alone.
#
# What is shown follows from which file it is and from the file's first bytes.
# They are read before each prompt, without a process, and the program is asked
# only where they aren't those that it was asked for.

function __stack_update --on-event fish_prompt
    __stack_read
    builtin contains -- "$__stack_bytes" $__stack_kept; or __stack_ask
    # What has become the prompt in place of ours doesn't hear of this event.
    set -g __stack_heard
    emit __stack_who __stack_who
    set -q __stack_heard[1]; or test -n "$STACK_NO_PROMPT"; or __stack_wrap
end

# Once one of these is set or erased, it may be another file.
function __stack_forget --on-variable HOME --on-variable XDG_CONFIG_HOME --on-variable STACK_QUEUE
    set -g __stack_kept
end

# Sets __stack_bytes to those of the file, to what no file has where there is none,
# and to nothing where that can't be told.
function __stack_read
    if test -f "$__stack_file" -a -r "$__stack_file"
        read -z $__stack_limit -g __stack_bytes <$__stack_file
    else
        set -g __stack_bytes "no $__stack_file"
        test -e "$__stack_file" -o -L "$__stack_file"; or test -e "$__stack_folder" -a ! -x "$__stack_folder"
        and set __stack_bytes
    end
end

# Asks the program, and keeps what the answer follows from, unless that is too
# much or has changed meanwhile. A small file is kept and read whole, because a
# part is read byte by byte.
function __stack_ask
    set -gx STACK_PROMPT 'stack!'
    set -g __stack_kept
    # A variable that isn't exported doesn't reach the program either.
    set -l folder "$HOME/.config/stack"
    set -qx XDG_CONFIG_HOME; and string match -q '/*' -- "$XDG_CONFIG_HOME"
    and set folder "$XDG_CONFIG_HOME/stack"
    set -g __stack_folder $folder
    set -g __stack_file $folder/stack.json
    set -qx STACK_QUEUE; and test -n "$STACK_QUEUE"; and set __stack_file "$folder/$STACK_QUEUE.json"
    set -g __stack_limit -n 4096
    __stack_read
    set -l before "$__stack_file$__stack_bytes"
    # Looked for first, lest fish says that there is none.
    if command -q stack
            and set -l answer (command stack prompt --extent 2>/dev/null)
            and string match -qr '^\d+$' -- "$answer[1]"
        set STACK_PROMPT "$answer[2]"
        set -l length (string length -- "$__stack_bytes")
        set __stack_limit
        test $length -ge 4096; and set __stack_limit -n $answer[1]; and set length $answer[1]
        __stack_read
        test $answer[1] -le 4096 -a (string length -- "$__stack_bytes") -eq $length
        and string replace -q -- "$__stack_file$__stack_bytes" '' $before
        and set __stack_kept $__stack_bytes
    end
    set -g __stack_part (string replace -r '.+' '($0) ' -- "$STACK_PROMPT")
end

# Draws around what is fish_prompt now. Of several that do, only the outermost
# draws our part: the newest.
function __stack_wrap
    functions -q fish_prompt; or return
    set -g __stack_own __stack_prompt_(functions -an | string match '__stack_prompt_*' | count)
    set -l own $__stack_own
    functions -c fish_prompt $own
    function fish_prompt -V own --on-event __stack_who
        # Before it is called nothing may change $status and $pipestatus.
        switch "$STACK_NO_PROMPT$own:$__stack_part:$argv[1]"
            case '*:__stack_who'
                set -g __stack_heard yes
            case "$__stack_own:(*"
                set -l lines ($own $argv)
                # No line break at the end, for another may go on there.
                set -q lines[2]; and __stack_join $lines; or printf %s "$__stack_part$lines"
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
    # Before 3.4, fish can't tell how wide a text is.
    test (string length -V -- "$__stack_part$argv[1]" 2>/dev/null; or echo 0) -gt $COLUMNS; and set at -1
    set argv[$at] "$__stack_part$argv[$at]"
    printf %s $argv[1] \n$argv[2..-1]
end

function stack_prompt -d 'The current task'
    test -n "$STACK_PROMPT"; and printf '%s\n' $STACK_PROMPT
end
