# shellcheck shell=bash
# Completion of `stack` for bash. The program lists the candidates; this script splits the line
# into words and quotes the candidates. `local` fails for the user's readonly variables, hence the
# underscores. See README.md, "Completion".

# Reads a word: sets _plain to its text without quotes, _quote to a quote that is open at its end,
# and _before to the text before the part that readline replaces.
__stack_unquote() {
    \local _i _char
    _plain='' _quote='' _before=''
    for ((_i = 0; _i < ${#1}; _i++)); do
        _char=${1:_i:1}
        case $_quote$_char in
            \' | \") _quote=$_char _before=$_plain ;;
            \'\' | \"\") _quote='' _before=$_plain ;;
            \\ | \"\\)
                [[ $_quote && ${1:_i+1:1} != [\$\`\"\\] ]] || ((_i++))
                _plain+=${1:_i:1}
                ;;
            *)
                # An @ belongs to the word after it.
                [[ $_quote || $COMP_WORDBREAKS != *"$_char"* ]] || _before=$_plain${_char#@}
                _plain+=$_char
                ;;
        esac
    done
}

# Adds a candidate, once, if it begins with the typed text, or is a title that `top` would find.
__stack_take() {
    \local _i _char _text="${1#"$_before"}" _quoted=''
    [[ $1 == "$_before"* && $_taken != *$'\n'"$1"$'\n'* ]] || return 0
    [[ $1 == "$_typed"* || $_finds ]] || return 0
    [[ $1 == "$_typed"* ]] || _loose=1
    _taken+=$'\n'$1$'\n'
    [[ $_quote || ! $_text ]] || \builtin printf -v _quoted %q "$_text"
    for ((_i = 0; _i < ${#_text} && ${#_quote}; _i++)); do
        _char=${_text:_i:1}
        # A quote and an exclamation mark are put between two quoted parts.
        case $_quote$_char in
            \'\' | \"[\"!]) _quoted+=$_quote\\$_char$_quote ;;
            \"[\$\`\\]) _quoted+=\\$_char ;;
            *) _quoted+=$_char ;;
        esac
    done
    # readline adds the last quote, unless the text ends with one.
    [[ ! $_quote || $_quoted != *"$_quote" ]] || _quoted+=$_quote
    COMPREPLY+=("$_lead$_quoted$_space")
    \builtin printf -v _quoted '%-11s %s' "$1" "${2-}"
    _described+=("$_quoted")
}

# Adds the hosts of bash-completion and of bash.
__stack_hosts() {
    \local _user='' _host LC_ALL=C IFS=$' \t\n'
    \local -a _others _hosts
    _others=(${COMPREPLY[@]+"${COMPREPLY[@]}"}) COMPREPLY=()
    [[ $_typed != *@* ]] || _user=${_typed%@*}@
    if \builtin declare -F _comp_compgen_known_hosts >/dev/null; then
        _comp_compgen_known_hosts -a -- "${_typed#"$_user"}"
    elif \builtin declare -F _known_hosts_real >/dev/null; then
        _known_hosts_real -a -- "${_typed#"$_user"}"
    fi
    _hosts=(${COMPREPLY[@]+"${COMPREPLY[@]}"}) COMPREPLY=(${_others[@]+"${_others[@]}"})
    while \builtin read -r _host; do
        _hosts+=("$_host")
    done <<<"$(\builtin compgen -A hostname)"
    for _host in ${_hosts[@]+"${_hosts[@]}"}; do
        # Not a host that ssh could take for an option.
        [[ $_host != [A-Za-z0-9_]* || $_host == *[!A-Za-z0-9._-]* ]] || __stack_take "$_user$_host"
    done
}

# Adds files. From 4.0 on, bash does it by itself if it replaces the whole word.
__stack_files() {
    \local _name _option='' _file=$_typed _directory='' _tilde='~'
    if ((BASH_VERSINFO[0] >= 4)); then
        if [[ ! $_before && $_typed != --*=* ]]; then
            \builtin compopt -o default
            return 0
        fi
        \builtin compopt -o nospace
    fi
    [[ $_file != --*=* ]] || _option=${_file%%=*}= _file=${_file#*=}
    if [[ $_file == "$_tilde"/* ]]; then
        _directory=${HOME-}/ _file=$_directory${_file#"$_tilde"/} _option+=$_tilde/
        # The tilde stays without quotes.
        [[ $_option != "$_before"* || $_quote ]] || _lead=${_option#"$_before"} _before=$_option
    fi
    while \builtin read -r _name; do
        _space=' '
        [[ ! -d $_name ]] || _name+=/ _space=''
        [[ ! $_quote ]] || _space=''
        [[ ! $_name ]] || __stack_take "$_option${_name#"$_directory"}"
    done <<<"$(\builtin compgen -f -- "$_file")"
}

__stack_complete() {
    \builtin set +a -- "$-"
    \local _rest="$COMP_LINE" _each _i _typed _taken='' _plain _quote _before _lead='' _space=''
    \local _finds='' _loose='' _tab=$'\t'
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
    for ((_i = 0; _i < ${#_words[@]}; _i++)); do
        __stack_unquote "${_words[_i]}"
        _words[_i]=$_plain
    done
    _typed=$_plain
    [[ ! $_quote ]] || _space=''

    while IFS='' \builtin read -r _each; do
        case $_each in
            *"$_tab"*) __stack_take "${_each%%"$_tab"*}" "${_each#*"$_tab"}" ;;
            titles) _finds=1 ;;
            files) __stack_files ;;
            hosts) __stack_hosts ;;
        esac
    done <<<"$(\command stack complete bash -- "${_words[@]:1}" 2>/dev/null </dev/null)"

    # Descriptions are only for the list at the second Tab. At any other Tab, bash would insert
    # their common prefix, which isn't quoted. With an empty candidate there is none, so that the
    # typed text stays if candidates begin differently.
    case ${#COMPREPLY[@]}:${COMP_TYPE-}:$_loose in
        [01]:* | *:37:*) ;;
        *:63:*) COMPREPLY=("${_described[@]}") ;;
        *:1) COMPREPLY=("" "${_described[@]}") ;;
    esac
    [[ $1 != *a* ]] || \builtin set -a
}

# Before 4.0, the function adds the space after a candidate, except after a directory.
if ((BASH_VERSINFO[0] < 4)); then
    \builtin complete -o nospace -F __stack_complete stack
else
    \builtin complete -o nosort -F __stack_complete stack 2>/dev/null ||
        \builtin complete -F __stack_complete stack
fi
