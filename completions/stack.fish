# Completion of `stack` for fish.

# Whether options of one of these commands may stand at the cursor ("": before
# any command).
function __stack_at
    set -l words (commandline -opc)
    set -l command ''
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case -s --stack -a --attach --max
                set -e words[1] # with its value
            case --
                contains -- "$command" push edit; and return 1
            case '-?*'
            case '*'
                # After the first word of a text nothing is an option.
                contains -- "$command" push edit; and return 1
                test -n "$command"; or set command $words[1]
        end
        set -e words[1]
    end
    contains -- "$command" $argv
    or test "$argv" = anywhere
end

function __stack_commands
    printf '%s\t%s\n' \
        push 'add a task at the back' \
        done 'complete the current task' \
        skip 'move the current task to the back' \
        drop 'delete the current task without completing it' \
        edit 'reword the current task' \
        undo 'take back the last change' \
        redo 'put back what undo took' \
        attach 'attach files or URLs to the current task' \
        detach 'take attachments off the current task' \
        open 'open what is attached' \
        send "move the current task to someone else's stack" \
        receive 'take a task from standard input' \
        merge 'take in another copy of this stack' \
        count 'show how many tasks wait' \
        prompt 'show the current task for a prompt' \
        init 'print completion and prompt for a shell' \
        path 'show where the file is' \
        help 'explain a command'
end

# Of the files only those whose names `stack` takes.
function __stack_names
    set -l config $HOME/.config
    string match -q '/*' -- "$XDG_CONFIG_HOME"; and set config $XDG_CONFIG_HOME
    set -l files $config/stack/*.json
    # What stands behind the tab is in place of the option's description.
    string match -r '(?<=/)[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?(?=\.json$)' -- $files | string replace -r \$ \t
end

# What is attached to the current task of the stack that is chosen. Split at
# quotes, JSON is by turns what is no string and a string.
function __stack_attached
    set -l words (commandline -opc)
    set -l stack (string match -r -- '^--stack=.*' $words)
    set -l option (contains -i -- -s $words; or contains -i -- --stack $words)
    and set stack --stack=$words[(math $option + 1)]
    set -l json (command stack $stack --json 2>/dev/null | string replace -a '\\\\' \x1 | string replace -a '\\"' \x2)
    set -l parts (string split '"' -- $json)
    set -l depth 0
    while set -q parts[3]
        set -l open (string match -ra '[{[]' -- $parts[1])
        set -l closed (string match -ra '[]}]' -- $parts[1])
        set depth (math $depth + (count $open) - (count $closed))
        test $depth -eq 1 -a "$parts[2]" = attachments; and string match -qr '^\s*:' -- $parts[3]; and break
        set -e parts[1..2]
    end
    set -e parts[1..2]
    set -l list (string match -r '\[' -- $parts[1])
    while set -q parts[2]; and not string match -q '*]*' -- $parts[1]
        string replace -a '\\/' / -- $parts[2] | string replace -a \x1 '\\\\' | string replace -a \x2 '"' \
            | read -l item
        set item (printf '%b' $item)
        string match -q '/*' -- (commandline -ct); or set item (string replace -- $PWD/ '' $item)
        string match -qr '[[:cntrl:]]' -- "$item"; or printf '%s\n' $item
        set -q list[1]; or break
        set -e parts[1..2]
    end
end

function __stack_numbers
    set -l number 0
    for item in (__stack_attached)
        set number (math $number + 1)
        printf '%s\t%s\n' $number $item
    end
end

# fish has a completion of its own for another program called stack, and adds it
# at the first Tab. Asked for now, it can be taken off. In fish 4 it asks that
# program, so a function stands in for it meanwhile.
functions -q stack; and functions -c stack __stack_own
function stack
end
complete -C 'stack -' >/dev/null
functions -e stack
functions -q __stack_own; and functions -c __stack_own stack; and functions -e __stack_own
complete -c stack -e
complete -c stack -f
complete -c stack -n '__stack_at ""' -k -a '(__stack_commands)'
complete -c stack -n '__stack_at help' -k -a '(__stack_commands)'
complete -c stack -n '__stack_at init' -k -a 'bash zsh fish posix'
complete -c stack -n '__stack_at attach merge' -F
complete -c stack -n '__stack_at detach' -k -a '(__stack_attached)'
complete -c stack -n '__stack_at open' -k -a '(__stack_numbers)'
complete -c stack -n '__stack_at send' -a '(__fish_complete_user_at_hosts)'
complete -c stack -n '__stack_at send' -a '(__fish_print_hostnames)'

complete -c stack -n '__stack_at anywhere' -s s -l stack -x -a '(__stack_names)' -d 'use the stack called NAME'
complete -c stack -n '__stack_at anywhere' -l json -d 'print the current task as JSON'
complete -c stack -n '__stack_at anywhere' -s h -l help -d 'explain the command'
complete -c stack -n '__stack_at ""' -s V -l version -d 'print the version'
complete -c stack -n '__stack_at help' -l man -d 'print the manual page'
complete -c stack -n '__stack_at push' -l top -d 'put it in front'
complete -c stack -n '__stack_at push' -s a -l attach -r -F -d 'attach a file or URL'
complete -c stack -n '__stack_at edit' -l all -d 'edit the whole queue'
complete -c stack -n '__stack_at prompt' -l max -x -d 'shorten to N columns'
complete -c stack -n '__stack_at prompt' -l extent -d 'first a line that says how many bytes of the file it follows from'
complete -c stack -n '__stack_at init' -l no-prompt -d 'leave the prompt alone'
