# shellcheck shell=bash
# Completion of `stack` for bash.

# Offers what begins with the word at the cursor, of WORD:DESCRIPTION… The
# descriptions are for a list alone, for bash would insert them too.
__stack_offer() {
    local each found=()
    for each; do
        [[ ${each%%:*} != "$word"* ]] || found+=("$each")
    done
    for each in ${found[@]+"${found[@]}"}; do
        case ${#found[@]}:${COMP_TYPE-9} in
            1:* | *:9 | *:37 | *:42) COMPREPLY+=("${each%%:*}") ;;
            *)
                printf -v each '%-11s %s' "${each%%:*}" "${each#*:}"
                COMPREPLY+=("$each")
                ;;
        esac
    done
}

__stack_commands() {
    __stack_offer \
        'push:add a task at the back' \
        'done:complete the current task' \
        'skip:move the current task to the back' \
        'drop:delete the current task without completing it' \
        'edit:reword the current task' \
        'undo:take back the last change' \
        'redo:put back what undo took' \
        'attach:attach files or URLs to the current task' \
        'detach:take attachments off the current task' \
        'open:open what is attached' \
        "send:move the current task to someone else's stack" \
        'receive:take a task from standard input' \
        'count:show how many tasks wait' \
        'prompt:show the current task for a prompt' \
        'init:print completion and prompt for a shell' \
        'path:show where the file is' \
        'help:explain a command'
}

__stack_options() {
    local options=(
        '-s:use the stack called NAME' '--stack:use the stack called NAME'
        '--json:print the current task as JSON'
        '-h:explain the command' '--help:explain the command'
    )
    case $1 in
        '') options+=('--version:print the version') ;;
        push) options+=('--top:put it in front'
            '-a:attach a file or URL' '--attach:attach a file or URL') ;;
        edit) options+=('--all:edit the whole queue') ;;
        prompt) options+=('--max:shorten to N columns') ;;
        init) options+=('--no-prompt:leave the prompt alone') ;;
    esac
    __stack_offer "${options[@]}"
}

# The names of the files that are there; in a subshell for its options' sake.
__stack_names() {
    local folder=${XDG_CONFIG_HOME-} name
    [[ $folder == /* ]] || folder=${HOME-}/.config
    while IFS= read -r name; do
        [[ $name != "$word"* ]] || COMPREPLY+=("$name")
    done < <(
        set +f
        shopt -u failglob dotglob
        shopt -s nullglob
        for name in "$folder"/stack/*.json; do
            name=${name##*/}
            printf '%s\n' "${name%.json}"
        done
    )
}

__stack_hosts() {
    local host
    if declare -F _comp_compgen_known_hosts >/dev/null; then
        _comp_compgen_known_hosts -a -- "$word"
    elif declare -F _known_hosts_real >/dev/null; then
        _known_hosts_real -a -- "$word"
    else
        while IFS= read -r host; do
            COMPREPLY+=("$host")
        done < <(compgen -A hostname -- "$word")
    fi
}

__stack_complete() {
    local word=${COMP_WORDS[COMP_CWORD]} command='' value='' text='' each i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        each=${COMP_WORDS[i]}
        if [[ $value ]]; then
            [[ $each == = ]] || value= # bash makes three words of --stack=NAME
            continue
        fi
        case $text$each in
            -s | --stack) value='stack' ;;
            -a | --attach) value='file' ;;
            --max) value='number' ;;
            --) text='yes' ;;
            -?*) ;;
            *)
                if [[ ! $command ]]; then
                    command=$each
                elif [[ $command == push || $command == edit ]]; then
                    text='yes' # after its first word nothing is an option
                fi
                ;;
        esac
    done
    [[ ! $value || $word != = ]] || word=

    case $value:$text:$command:$word in
        stack:*) __stack_names ;;
        file:*) compopt -o default 2>/dev/null ;; # by returning nothing
        number:*) ;;
        ::*:-*) __stack_options "$command" ;;
        :::*) __stack_commands ;;
        *:help:*) __stack_commands ;;
        *:init:*) __stack_offer bash: zsh: fish: ;;
        *:attach:* | *:detach:*) compopt -o default 2>/dev/null ;;
        *:send:*) __stack_hosts ;;
    esac
}

complete -o nosort -F __stack_complete stack 2>/dev/null || complete -F __stack_complete stack
