# A stand-in for bash-preexec. It installs itself at the first prompt, and calls the functions there for the first time. Its
# last command says that the next command is a person's, unless it is one of PROMPT_COMMAND's.
bash_preexec_imported=defined
__bp_precmd_invoke_cmd() {
    local status=$? each
    for each in "${precmd_functions[@]}"; do (exit $status); "$each"; done
    return $status
}
__bp_interactive_mode() { is_interactive=yes; }
before_command() {
    local all=$'\n'$(IFS=$'\n'; echo "${PROMPT_COMMAND[*]}")$'\n' is=$is_interactive
    is_interactive=
    [[ ! $is || $all == *$'\n'"$BASH_COMMAND"$'\n'* ]] || preexec "$BASH_COMMAND"
}
__bp_install() {
    PROMPT_COMMAND[0]=__bp_precmd_invoke_cmd$'\n'${PROMPT_COMMAND[0]}
    PROMPT_COMMAND=("${PROMPT_COMMAND[@]//__bp_install/:}" __bp_interactive_mode)
    trap before_command DEBUG
    ! declare -F precmd >/dev/null || precmd_functions+=(precmd)
    __bp_precmd_invoke_cmd
    __bp_interactive_mode
}
PROMPT_COMMAND+=(__bp_install)
