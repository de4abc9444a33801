# Shows the current task as (TASK) before the user's prompt in fish. The variable STACK_PROMPT contains it, and the
# function stack_prompt prints it. While STACK_NO_PROMPT is set, the prompt isn't changed. See README.md, "fish".

# Defined at the first prompt, so that it runs after the hooks of the whole start-up file, which may
# choose the stack.
function __stack_start --on-event fish_prompt
    functions -e __stack_start
    function __stack_update --on-event fish_prompt
        __stack_read
        builtin contains -- "$__stack_bytes" $__stack_kept; or __stack_ask
        # Our wrapper answers, unless another function has replaced it as the prompt.
        set -g __stack_heard
        emit __stack_who __stack_who
        set -q __stack_heard[1]; or test -n "$STACK_NO_PROMPT"; or __stack_wrap
    end
    __stack_update
end

# If one of these changes, the path of the file or the width may be different.
function __stack_forget --on-variable HOME --on-variable XDG_CONFIG_HOME --on-variable STACK_QUEUE --on-variable COLUMNS
    set -g __stack_kept
end

# Sets __stack_bytes to the file's bytes, to `no FILE` if it doesn't exist, or to nothing if that can't be told.
function __stack_read
    if test -f "$__stack_file" -a -r "$__stack_file"
        read -z $__stack_limit -g __stack_bytes <$__stack_file
    else
        set -g __stack_bytes "no $__stack_file"
        test -e "$__stack_file" -o -L "$__stack_file"
        or test ! -x "$__stack_directory" -a \( -e "$__stack_directory" -o -L "$__stack_directory" \)
        and set __stack_bytes
    end
end

# Runs the program, and caches the bytes that the answer depends on, unless they changed
# meanwhile. Reads a small file whole, because fish reads a part of a file byte by byte.
function __stack_ask
    set -g STACK_PROMPT 'stack!'
    set -gx STACK_PROMPT_CHECK ''
    set -g __stack_kept
    set -l columns 40
    test "$COLUMNS" -gt 1 -a "$COLUMNS" -lt 80; and set columns (math "floor($COLUMNS / 2)")
    # The program sees only exported variables.
    set -l directory "$HOME/.config/stack"
    set -qx XDG_CONFIG_HOME; and string match -q '/*' -- "$XDG_CONFIG_HOME"
    and set directory "$XDG_CONFIG_HOME/stack"
    set -g __stack_directory $directory
    set -g __stack_file $directory/stack.json
    set -qx STACK_QUEUE; and test -n "$STACK_QUEUE"; and set __stack_file "$directory/$STACK_QUEUE.json"
    set -g __stack_limit -n 4096
    __stack_read
    set -l before "$__stack_file$__stack_bytes"
    # If the program is missing, running it would print an error.
    if command -q stack
            and set -l answer (command stack prompt --extent --check $__stack_dot --max $columns 2>/dev/null)
            and string match -qr '^\d+$' -- "$answer[1]"
        set STACK_PROMPT_CHECK "$fish_pid $answer[2]"
        set STACK_PROMPT "$answer[3]"
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

# Wraps the current fish_prompt. Of several wrappers, only the outermost draws our part.
function __stack_wrap
    functions -q fish_prompt; or return
    set -g __stack_own __stack_prompt_(functions -an | string match '__stack_prompt_*' | count)
    set -l own $__stack_own
    functions -c fish_prompt $own
    # Nothing here changes $status before it calls the user's function, which may show it.
    function fish_prompt -V own --on-event __stack_who
        switch "$STACK_NO_PROMPT$own:$__stack_part:$argv[1]"
            case '*:__stack_who'
                set -g __stack_heard yes
            case "$__stack_own:(*"
                set -l lines ($own $argv)
                # No line break at the end, because a wrapper may continue the line.
                set -q lines[2]; or string match -q '*'\r'*' -- $lines; and __stack_join $lines; or printf %s "$__stack_part$lines"
            case '*'
                $own $argv
        end
    end
end

# Prints a prompt with our part after leading line breaks, or in the last line if the first is full.
function __stack_join
    while test -z "$argv[1]"; and set -q argv[2]
        echo
        set -e argv[1]
    end
    set -l at 1
    test (string length -V -- "$__stack_part$argv[1]" 2>/dev/null; or echo 0) -gt $COLUMNS; and set at -1 # -V: fish 3.4
    # A line may return to the first column after a part at the right.
    set -l parts (string split -r -m 1 \r -- $argv[$at])
    test -n "$parts[2]"; and set argv[$at] $parts[1]\r$__stack_part$parts[2]; or set argv[$at] $__stack_part$argv[$at]
    printf %s $argv[1] \n$argv[2..-1]
    # A command substitution drops the end of the last line.
    test -n "$argv[-1]"; or echo
end

function stack_prompt -d 'The current task'
    test -n "$STACK_PROMPT"; and printf '%s\n' $STACK_PROMPT
end
