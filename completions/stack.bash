# shellcheck shell=bash
# Completion of `stack` for bash. Nothing comes onto the line that isn't quoted.

# Takes an offer if it goes on from what is typed. Of that, readline replaces what
# stands behind the last of its word breaks. Inside quotes only plain text will do.
__stack_take() {
    \local plain="$1"
    if [[ ! $quote ]]; then
        \builtin printf -v plain %q "$1"
    elif [[ $1 == *[\$\`\\\!\"\']* ]]; then
        return 0
    fi
    [[ $plain != "$typed"* ]] || COMPREPLY+=("$lead${plain#"$passed"}$space")
}

# Offers WORD:DESCRIPTION… The descriptions are for a list alone, for bash would
# insert them too.
__stack_offer() {
    \local each
    \local -a described
    described=()
    for each; do
        __stack_take "${each%%:*}"
        [[ ${#COMPREPLY[@]} == "${#described[@]}" ]] || described+=("$each")
    done
    case ${#described[@]}:${COMP_TYPE-9} in
        0:* | 1:* | *:9 | *:37 | *:42) return ;;
    esac
    COMPREPLY=()
    for each in "${described[@]}"; do
        \builtin printf -v each '%-11s %s' "${each%%:*}" "${each#*:}"
        COMPREPLY+=("$each")
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
        'merge:take in another copy of this stack' \
        'count:show how many tasks wait' \
        'prompt:show the current task for a prompt' \
        'init:print completion and prompt for a shell' \
        'path:show where the file is' \
        'help:explain a command'
}

__stack_options() {
    \local -a options
    options=(
        '-s:use the stack called NAME' '--stack:use the stack called NAME'
        '--json:print the current task as JSON'
        '-h:explain the command' '--help:explain the command'
    )
    case $1 in
        '') options+=('-V:print the version' '--version:print the version') ;;
        help) options+=('--man:print the manual page') ;;
        push) options+=('--top:put it in front'
            '-a:attach a file or URL' '--attach:attach a file or URL') ;;
        edit) options+=('--all:edit the whole queue') ;;
        prompt) options+=('--max:shorten to N columns'
            '--extent:first a line that says how many bytes of the file it follows from') ;;
        init) options+=('--no-prompt:leave the prompt alone') ;;
    esac
    __stack_offer "${options[@]}"
}

# Whether this is a plain word that no program takes for an option.
__stack_is_plain() {
    \local LC_ALL=C
    [[ $1 == [A-Za-z0-9_]* && $1 != *[!A-Za-z0-9._-]* ]]
}

# The names of the files that are there, if `stack` takes them.
__stack_names() {
    \local folder="${XDG_CONFIG_HOME-}" name files
    [[ $folder == /* ]] || folder=${HOME-}/.config
    # In a subshell for its options' sake; a name with a line break is quoted, and refused.
    files=$(
        \builtin set +f
        \builtin shopt -u failglob
        for name in "$folder"/stack/*.json; do
            [[ ! -f $name ]] || \builtin printf '%q\n' "${name##*/}"
        done
    )
    while \builtin read -r name; do
        name=${name%.json}
        if __stack_is_plain "$name" && [[ ${#name} -le 64 && $name != *. ]]; then
            __stack_take "$name"
        fi
    done <<<"$files"
}

# What is attached to the current task, in `attached`, from its JSON. What isn't
# shown as it is stands there empty.
__stack_attached() {
    \local rest depth=0 list='' key='' text mark=$'\1' one=$'\\' two=$'\\\\' quoted=$'\\"' slash=$'\\/'
    \local token='^"(([^"\\]|\\.)*)"[[:space:]]*(:?)'
    rest=$(\command stack ${chosen:+-s "$chosen"} --json 2>/dev/null)
    attached=()
    while [[ $rest ]]; do
        if [[ $rest =~ $token ]]; then
            rest=${rest:${#BASH_REMATCH[0]}}
            text=${BASH_REMATCH[1]}
            if [[ ${BASH_REMATCH[3]} ]]; then
                [[ $depth != 1 ]] || key=$text
            elif [[ $key == attachments && $depth == "${list:-1}" ]]; then
                text=${text//"$two"/$mark} text=${text//"$quoted"/\"} text=${text//"$slash"//}
                [[ $text != *"$one"* ]] || text=''
                attached+=("${text//$mark/$one}")
            fi
            continue
        fi
        case $rest in
            '['* | '{'*) ((++depth != 2)) || list=2 ;;
            ']'* | '}'*) ((--depth >= 2)) || list='' ;;
        esac
        rest=${rest#?}
    done
}

__stack_attachments() {
    \local text
    \local -a attached
    __stack_attached
    for text in ${attached[@]+"${attached[@]}"}; do
        [[ $typed == /* || $text != "$PWD"/* ]] || text=${text#"$PWD"/}
        [[ $text != -* ]] || text=./$text
        [[ ! $text ]] || __stack_take "$text"
    done
}

__stack_numbers() {
    \local i
    \local -a attached numbered
    __stack_attached
    for ((i = 0; i < ${#attached[@]}; i++)); do
        numbered+=("$((i + 1)):${attached[i]:-…}")
    done
    __stack_offer ${numbered[@]+"${numbered[@]}"}
}

# The hosts that bash-completion knows, those of ssh's configuration, and bash's own.
__stack_hosts() {
    \local user='' line host IFS=$' \t\n'
    \local -a words hosts
    [[ $typed != *@* ]] || user=${typed%@*}@
    line=${typed#"$user"}
    if \builtin declare -F _comp_compgen_known_hosts >/dev/null; then
        _comp_compgen_known_hosts -a -- "$line"
    elif \builtin declare -F _known_hosts_real >/dev/null; then
        _known_hosts_real -a -- "$line"
    fi
    hosts=(${COMPREPLY[@]+"${COMPREPLY[@]}"})
    COMPREPLY=()
    while \builtin read -r line; do
        hosts+=("$line")
    done <<<"$(\builtin compgen -A hostname)"
    if [[ -f ${HOME-}/.ssh/config ]]; then
        while \builtin read -r line || [[ $line ]]; do
            \builtin read -r -a words <<<"${line/=/ }"
            [[ ${words-} != [Hh][Oo][Ss][Tt] ]] || hosts+=("${words[@]:1}")
        done <"${HOME-}/.ssh/config"
    fi
    for host in ${hosts[@]+"${hosts[@]}"}; do
        host=${host#\"} host=${host%\"}
        if __stack_is_plain "$host"; then __stack_take "$user$host"; fi
    done
}

# Files: by bash itself, where a function can ask for that (4.0).
__stack_files() {
    \local name folder='' tilde='~'
    ((BASH_VERSINFO[0] < 4)) || {
        \builtin compopt -o default
        return 0
    }
    if [[ $typed == "$tilde"/* ]]; then
        folder=${HOME-}/ lead+=$tilde/ typed=${typed#"$tilde"/}
    fi
    while \builtin read -r name; do
        space=' '
        [[ ! -d $name ]] || name+=/ space=''
        [[ ! $name ]] || __stack_take "${name#"$folder"}"
    done <<<"$(\builtin compgen -f -- "$folder${typed//\\/}")"
}

__stack_complete() {
    \local rest="$COMP_LINE" each i command='' value='' text='' chosen=''
    \local typed quote='' passed='' lead='' space=''
    \local -a words
    COMPREPLY=()
    ((BASH_VERSINFO[0] >= 4)) || space=' '

    # bash makes several words of one with = or : in it.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        each=${COMP_WORDS[i]}
        if ((i)) && [[ $rest != [[:blank:]]* && $rest ]]; then
            words[${#words[@]} - 1]+=$each
        else
            rest=${rest#"${rest%%[![:blank:]]*}"}
            words+=("$each")
        fi
        rest=${rest#"$each"}
    done
    typed=${words[${#words[@]} - 1]}

    for ((i = 1; i < ${#words[@]} - 1; i++)); do
        each=${words[i]}
        if [[ $value ]]; then
            [[ $value != stack ]] || chosen=$each
            value=''
            continue
        fi
        case $text$each in
            -s | --stack) value='stack' ;;
            --stack=*) chosen=${each#*=} ;;
            -s*) chosen=${each#-s} ;;
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
    __stack_is_plain "$chosen" || chosen=''

    if [[ ! $value$text ]]; then
        case $typed in
            --stack=*) value='stack' ;;
            --attach=*) value='file' ;;
            --max=*) value='number' ;;
        esac
        [[ ! $value ]] || lead=${typed%%=*}= typed=${typed#*=}
    fi
    case $typed in
        \"* | \'*) quote=${typed:0:1} typed=${typed:1} lead='' space='' ;;
        *)
            # No word ends at what a backslash protects, and @ stays with what follows.
            passed=$lead${typed//\\?/xx}
            passed=${passed%"${passed##*["$COMP_WORDBREAKS"]}"}
            passed=${passed%@}
            each=$lead$typed passed=${each:0:${#passed}}
            if [[ $lead && $passed == "$lead"* ]]; then
                passed=${passed#"$lead"} lead=''
            fi
            ;;
    esac

    case $value:$text:$command:$typed in
        stack:*) __stack_names ;;
        file:*) __stack_files ;;
        number:*) ;;
        ::*:-*) __stack_options "$command" ;;
        :::*) __stack_commands ;;
        *:help:*) __stack_commands ;;
        *:init:*) __stack_offer bash: zsh: fish: posix: ;;
        *:attach:* | *:merge:*) __stack_files ;;
        *:detach:*) __stack_attachments ;;
        *:open:*) __stack_numbers ;;
        *:send:*) __stack_hosts ;;
    esac
}

# Before 4.0, the space behind a word is the function's business, not behind folders.
if ((BASH_VERSINFO[0] < 4)); then
    \builtin complete -o nospace -F __stack_complete stack
else
    \builtin complete -o nosort -F __stack_complete stack 2>/dev/null ||
        \builtin complete -F __stack_complete stack
fi
