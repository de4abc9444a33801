# shellcheck shell=bash
# Completion of `stack` for bash. The program lists the candidates; this script splits the line
# into words and quotes the candidates. See README.md, "Completion".

# Adds a candidate, once, if it begins with the typed text. readline replaces only the part
# after the last word break. Inside quotes, only candidates without special characters fit.
__stack_take() {
    \local plain="$1"
    if [[ ! $quote ]]; then
        \builtin printf -v plain %q "$1"
    elif [[ $1 == *[\$\`\\\!\"\']* ]]; then
        return 0
    fi
    [[ $plain == "$typed"* && $taken != *$'\n'"$plain"$'\n'* ]] || return 0
    taken+=$'\n'$plain$'\n'
    COMPREPLY+=("$lead${plain#"$passed"}$space")
    \builtin printf -v plain '%-11s %s' "$1" "${2-}"
    described+=("$plain")
}

# Adds the hosts of bash-completion and of bash.
__stack_hosts() {
    \local user='' host LC_ALL=C IFS=$' \t\n'
    \local -a before hosts
    before=(${COMPREPLY[@]+"${COMPREPLY[@]}"}) COMPREPLY=()
    [[ $typed != *@* ]] || user=${typed%@*}@
    if \builtin declare -F _comp_compgen_known_hosts >/dev/null; then
        _comp_compgen_known_hosts -a -- "${typed#"$user"}"
    elif \builtin declare -F _known_hosts_real >/dev/null; then
        _known_hosts_real -a -- "${typed#"$user"}"
    fi
    hosts=(${COMPREPLY[@]+"${COMPREPLY[@]}"}) COMPREPLY=(${before[@]+"${before[@]}"})
    while \builtin read -r host; do
        hosts+=("$host")
    done <<<"$(\builtin compgen -A hostname)"
    for host in ${hosts[@]+"${hosts[@]}"}; do
        # Not a host that ssh could take for an option.
        [[ $host != [A-Za-z0-9_]* || $host == *[!A-Za-z0-9._-]* ]] || __stack_take "$user$host"
    done
}

# Adds files. From 4.0 on, bash does it by itself if the file is a separate word.
__stack_files() {
    \local name directory='' tilde='~'
    if [[ $typed == --*=* && $COMP_WORDBREAKS != *=* ]]; then
        lead=${typed%%=*}=
        ((BASH_VERSINFO[0] < 4)) || \builtin compopt -o nospace
    elif ((BASH_VERSINFO[0] >= 4)); then
        \builtin compopt -o default
        return 0
    fi
    [[ $typed != --*=* ]] || typed=${typed#*=} passed=''
    if [[ $typed == "$tilde"/* ]]; then
        directory=${HOME-}/ lead+=$tilde/ typed=${typed#"$tilde"/}
    fi
    while \builtin read -r name; do
        space=' '
        [[ ! -d $name ]] || name+=/ space=''
        [[ ! $name ]] || __stack_take "${name#"$directory"}"
    done <<<"$(\builtin compgen -f -- "$directory${typed//\\/}")"
}

__stack_complete() {
    \local rest="$COMP_LINE" each i typed taken='' quote='' passed='' lead='' space='' tab=$'\t'
    \local -a words described
    COMPREPLY=() described=()
    ((BASH_VERSINFO[0] >= 4)) || space=' '

    # Joins the words that bash has split at = and :.
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
    words=("${words[@]//[\\\"\']/}")

    case $typed in
        \"* | \'*) quote=${typed:0:1} typed=${typed:1} space='' ;;
        *)
            # A character after a backslash doesn't break a word; an @ belongs to the word after it.
            passed=${typed//\\?/xx}
            passed=${passed%"${passed##*["$COMP_WORDBREAKS"]}"}
            passed=${passed%@}
            passed=${typed:0:${#passed}}
            ;;
    esac

    while IFS='' \builtin read -r each; do
        case $each in
            *"$tab"*) __stack_take "${each%%"$tab"*}" "${each#*"$tab"}" ;;
            files) __stack_files ;;
            hosts) __stack_hosts ;;
        esac
    done <<<"$(\command stack complete bash -- "${words[@]:1}" 2</dev/null </dev/null)"

    # Descriptions are only for the list at the second Tab. At any other Tab, bash would insert
    # their common prefix, which isn't quoted.
    [[ ${#described[@]} -lt 2 || ${COMP_TYPE-} != 63 ]] || COMPREPLY=("${described[@]}")
}

# Before 4.0, the function adds the space after a candidate, except after a directory.
if ((BASH_VERSINFO[0] < 4)); then
    \builtin complete -o nospace -F __stack_complete stack
else
    \builtin complete -o nosort -F __stack_complete stack 2>/dev/null ||
        \builtin complete -F __stack_complete stack
fi
