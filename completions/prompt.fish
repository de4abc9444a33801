# The current task in fish's prompt: as (TASK) before the user's own, plain in
# the exported STACK_PROMPT and from the function stack_prompt. While
# STACK_NO_PROMPT is set, the prompt is left alone.

# fish tells a file's time in whole seconds, but compares the times of two files
# exactly, and without a process. So each shell has two stamps in the private
# state folder. One carries the time of the version that was read: newer and
# older both mean "changed", for mv and sync tools bring old times. The other is
# written before reading: unless it is later than the first, a change still to
# come may fall within the clock tick of what is read, and the next prompt reads
# again.
function __stack_read -a file head
    set -l folder $HOME/.local/state
    string match -q '/*' -- "$XDG_STATE_HOME"; and set folder "$XDG_STATE_HOME"
    set folder $folder/stack
    test -d $folder; or command mkdir -p -m 700 -- $folder 2>/dev/null
    # Host and process tell whose it is when it is left behind; the chance number
    # keeps containers apart that share both.
    set -g __stack_stamps $folder/.prompt-(string replace -a / _ -- $hostname)-$fish_pid-$__stack_chance
    set -l settled no
    if test -w $folder
        test -f $__stack_stamps.file -a ! $file -nt $__stack_stamps.file -a ! $file -ot $__stack_stamps.file
        or command touch -r $file -- $__stack_stamps.file 2>/dev/null
        and echo >>$__stack_stamps.now
        and test $__stack_stamps.file -ot $__stack_stamps.now
        and set settled yes
    end
    set -g __stack_text
    command -q stack # fish would say that there is none
    and set __stack_text (command stack prompt 2>/dev/null)
    or set settled no
    set -g __stack_head $head
    set -g __stack_file
    test $settled = yes; and set __stack_file $file
end

# At the end of the shell its stamps go, and those of shells that were killed.
function __stack_forget --on-event fish_exit
    set -q __stack_stamps[1]; or return
    command rm -f -- $__stack_stamps.file $__stack_stamps.now
    set -l all (string replace -r -- '[^-]*-[^-]*$' '' $__stack_stamps)
    for stamp in $all*.file
        set -l process (string replace -- $all '' $stamp | string match -r '^[0-9]+(?=-)')
        and not command kill -0 $process 2>/dev/null
        and command rm -f -- $stamp (string replace -r 'file$' now -- $stamp)
    end
end

# Before each prompt. What was read holds while the path, the time and the first
# bytes are the same; the bytes, because a file that is moved here, or that a
# link now leads to, may have the very same time.
function __stack_check --on-event fish_prompt
    set -l config $HOME/.config
    set -l queue stack
    set -l head
    # A variable that isn't exported doesn't reach the program either.
    set -qx XDG_CONFIG_HOME; and string match -q '/*' -- "$XDG_CONFIG_HOME"; and set config "$XDG_CONFIG_HOME"
    set -qx STACK_QUEUE; and test -n "$STACK_QUEUE"; and set queue "$STACK_QUEUE"
    set -l file $config/stack/$queue.json

    if test -f $file -a -r $file
        read -z -n 128 head <$file
        test "$file" = "$__stack_file"
        and test "$head" = "$__stack_head"
        and test ! $file -nt $__stack_stamps.file -a ! $file -ot $__stack_stamps.file
        or __stack_read $file "$head"
    else
        set -g __stack_file
        set -g __stack_text
    end
    set -gx STACK_PROMPT "$__stack_text"

    # Once, and again if something else has become the prompt since; but a prompt
    # that only builds on this one, as virtual environments do, has drawn it.
    if test -z "$__stack_drawn" -a -z "$STACK_NO_PROMPT"
        and functions -q fish_prompt
        and not string match -q '*__stack_own_prompt*' -- (functions fish_prompt)
        functions -e __stack_own_prompt
        functions -c fish_prompt __stack_own_prompt
        functions -e fish_prompt
        functions -c __stack_fish_prompt fish_prompt
    end
    set -g __stack_drawn
end

# The user's own comes first, for it may look at $status and $pipestatus, which
# `switch` and `set` leave alone.
function __stack_fish_prompt
    switch "$__stack_drawn"
        case drawing # called by what it calls
            return
    end
    set -g __stack_drawn drawing
    set -l own (__stack_own_prompt $argv)
    set -g __stack_drawn yes
    test -n "$STACK_PROMPT" -a -z "$STACK_NO_PROMPT"
    and set own[1] "($STACK_PROMPT) $own[1]"
    printf '%s\n' $own
end

function stack_prompt -d 'The current task'
    test -n "$STACK_PROMPT"; and printf '%s\n' $STACK_PROMPT
end

set -g __stack_file
set -q __stack_chance; or set -g __stack_chance (random)
