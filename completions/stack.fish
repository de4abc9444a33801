# Completion of `stack` for fish. The program lists the candidates; fish quotes and shows them.

# Sets __stack_offered to the candidates. Fails if fish has to complete files.
function __stack_offer
    set -l words (commandline -opc)
    set -e words[1]
    set -l typed (commandline -ct)
    set -l text (string unescape -- $typed)
    and set typed $text
    set -g __stack_offered (command stack complete fish -- $words "$typed" 2>/dev/null </dev/null)
    if contains -- hosts $__stack_offered
        # Not those that ssh could take for an option.
        set -l hosts (__fish_print_hostnames | string match -r '^[A-Za-z0-9_][A-Za-z0-9._-]*$')
        set -l user (string match -r '.*@' -- $typed; or echo '')
        set -a __stack_offered $user$hosts\t
    end
    # After an option's name, fish would complete only what is after a colon.
    if contains -- files $__stack_offered; and string match -q -- '--*=*:*' $typed
        set -l parts (string split -m 1 = -- $typed)
        set __stack_offered $parts[1]=(complete -C "'' "(string escape -- $parts[2]))\t
    end
    not contains -- files $__stack_offered
    set -l failed $status
    set __stack_offered (string match -- '*'\t'*' $__stack_offered)
    return $failed
end

# fish has a completion for another program called stack. This loads it now, and removes it.
# In fish 4, loading it runs `stack`, so an empty function replaces the program meanwhile.
functions -q stack; and functions -c stack __stack_own
function stack
end
complete -C 'stack -' >/dev/null
functions -e stack
functions -q __stack_own; and functions -c __stack_own stack; and functions -e __stack_own
complete -c stack -e
complete -c stack -n __stack_offer -f -k -a '$__stack_offered'
