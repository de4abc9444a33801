# shellcheck shell=bash
# Completion of `stack` for bash. The program lists the candidates; this script splits the line
# into words and quotes the candidates. `local` fails for the user's readonly variables, hence the
# underscores. See README.md, "Completion".

# Adds a candidate, once, if it begins with the typed text. readline replaces only the part
# after the last word break. Inside quotes, only candidates without special characters fit.
__stack_take() {
    \local _plain="$1"
    if [[ ! $_quote ]]; then
        \builtin printf -v _plain %q "$1"
    elif [[ $_quote$1 == \"*[\$\`\\\!\"]* || $_quote$1 == \'*\'* ]]; then
        return 0
    fi
    [[ $_plain == "$_typed"* && $_taken != *$'\n'"$_plain"$'\n'* ]] || return 0
    _taken+=$'\n'$_plain$'\n'
    COMPREPLY+=("$_lead${_plain#"$_passed"}$_space")
    \builtin printf -v _plain '%-11s %s' "$1" "${2-}"
    _described+=("$_plain")
}

# Adds the hosts of bash-completion and of bash.
__stack_hosts() {
    \local _user='' _host LC_ALL=C IFS=$' \t\n'
    \local -a _before _hosts
    _before=(${COMPREPLY[@]+"${COMPREPLY[@]}"}) COMPREPLY=()
    [[ $_typed != *@* ]] || _user=${_typed%@*}@
    if \builtin declare -F _comp_compgen_known_hosts >/dev/null; then
        _comp_compgen_known_hosts -a -- "${_typed#"$_user"}"
    elif \builtin declare -F _known_hosts_real >/dev/null; then
        _known_hosts_real -a -- "${_typed#"$_user"}"
    fi
    _hosts=(${COMPREPLY[@]+"${COMPREPLY[@]}"}) COMPREPLY=(${_before[@]+"${_before[@]}"})
    while \builtin read -r _host; do
        _hosts+=("$_host")
    done <<<"$(\builtin compgen -A hostname)"
    for _host in ${_hosts[@]+"${_hosts[@]}"}; do
        # Not a host that ssh could take for an option.
        [[ $_host != [A-Za-z0-9_]* || $_host == *[!A-Za-z0-9._-]* ]] || __stack_take "$_user$_host"
    done
}

# Adds files. From 4.0 on, bash does it by itself if the file is a separate word.
__stack_files() {
    \local _name _directory='' _tilde='~'
    if [[ $_typed == --*=* && $COMP_WORDBREAKS != *=* ]]; then
        _lead=${_typed%%=*}=
        ((BASH_VERSINFO[0] < 4)) || \builtin compopt -o nospace
    elif ((BASH_VERSINFO[0] >= 4)); then
        \builtin compopt -o default
        return 0
    fi
    [[ $_typed != --*=* ]] || _typed=${_typed#*=} _passed=''
    if [[ $_typed == "$_tilde"/* ]]; then
        _directory=${HOME-}/ _lead+=$_tilde/ _typed=${_typed#"$_tilde"/}
    fi
    while \builtin read -r _name; do
        _space=' '
        [[ ! -d $_name ]] || _name+=/ _space=''
        [[ ! $_name ]] || __stack_take "${_name#"$_directory"}"
    done <<<"$(\builtin compgen -f -- "$_directory${_typed//\\/}")"
}

__stack_complete() {
    \builtin set +a -- "$-"
    \local _rest="$COMP_LINE" _each _i _typed _taken='' _quote='' _passed='' _lead='' _space='' _tab=$'\t'
    \local -a _words _described
    COMPREPLY=() _described=()
    ((BASH_VERSINFO[0] >= 4)) || _space=' '

    # Joins the words that bash has split at = and :.
    for ((_i = 0; _i <= COMP_CWORD; _i++)); do
        _each=${COMP_WORDS[_i]}
        if ((_i)) && [[ $_rest != [[:blank:]]* && $_rest ]]; then
            _words[${#_words[@]} - 1]+=$_each
        else
            _rest=${_rest#"${_rest%%[![:blank:]]*}"}
            _words+=("$_each")
        fi
        _rest=${_rest#"$_each"}
    done
    _typed=${_words[${#_words[@]} - 1]}
    _words=("${_words[@]//[\\\"\']/}")

    case $_typed in
        \"* | \'*) _quote=${_typed:0:1} _typed=${_typed:1} _space='' ;;
        *)
            # A character after a backslash doesn't break a word; an @ belongs to the word after it.
            _passed=${_typed//\\?/xx}
            _passed=${_passed%"${_passed##*["$COMP_WORDBREAKS"]}"}
            _passed=${_passed%@}
            _passed=${_typed:0:${#_passed}}
            ;;
    esac

    while IFS='' \builtin read -r _each; do
        case $_each in
            *"$_tab"*) __stack_take "${_each%%"$_tab"*}" "${_each#*"$_tab"}" ;;
            files) __stack_files ;;
            hosts) __stack_hosts ;;
        esac
    done <<<"$(\command stack complete bash -- "${_words[@]:1}" 2>/dev/null </dev/null)"

    # Descriptions are only for the list at the second Tab. At any other Tab, bash would insert
    # their common prefix, which isn't quoted.
    [[ ${#_described[@]} -lt 2 || ${COMP_TYPE-} != 63 ]] || COMPREPLY=("${_described[@]}")
    [[ $1 != *a* ]] || \builtin set -a
}

# Before 4.0, the function adds the space after a candidate, except after a directory.
if ((BASH_VERSINFO[0] < 4)); then
    \builtin complete -o nospace -F __stack_complete stack
else
    \builtin complete -o nosort -F __stack_complete stack 2>/dev/null ||
        \builtin complete -F __stack_complete stack
fi
