# Completion of `stack` for fish. The program says what fits; fish quotes and shows it.

# Sets __stack_offered to what fits at the cursor. Fails where that is fish's own files.
function __stack_offer
    set -l words (commandline -opc)
    set -e words[1]
    set -l typed (commandline -ct)
    set -g __stack_offered (command stack complete fish -- $words "$typed" 2>/dev/null </dev/null)
    if contains -- hosts $__stack_offered
        # Plain words, which no program takes for an option.
        set -l hosts (__fish_print_hostnames | string match -r '^[A-Za-z0-9_][A-Za-z0-9._-]*$')
        set -l user (string match -r '.*@' -- $typed; or echo '')
        set -a __stack_offered $user$hosts\t
    end
    not contains -- files $__stack_offered
    set -l failed $status
    set __stack_offered (string match -- '*'\t'*' $__stack_offered)
    return $failed
end

# At the first Tab, fish adds a completion for another program called stack. Triggered now,
# it can be removed. In fish 4 it asks that program, so a function stands in for it.
functions -q stack; and functions -c stack __stack_own
function stack
end
complete -C 'stack -' >/dev/null
functions -e stack
functions -q __stack_own; and functions -c __stack_own stack; and functions -e __stack_own
complete -c stack -e
complete -c stack -n __stack_offer -f -k -a '$__stack_offered'
