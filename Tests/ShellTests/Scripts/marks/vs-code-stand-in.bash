# A stand-in for VS Code, which takes over PROMPT_COMMAND, and after each command wraps PS1 again if it changed.
#: marks '633;'
wrap() {
    [[ $ran ]] || return
    if [[ $__vsc_custom_PS1 != "$PS1" ]]; then
        __vsc_original_PS1=$PS1
        __vsc_custom_PS1='\[\e]633;A\a\]'$PS1'\[\e]633;B\a\]'
        PS1=$__vsc_custom_PS1
    fi
    ran=
}
ran=yes
wrap
__vsc_prompt_cmd() { wrap; }
__vsc_prompt_cmd_original() { eval "$__vsc_original_prompt_command"; wrap; }
trap ran=yes DEBUG
__vsc_original_prompt_command=$PROMPT_COMMAND
PROMPT_COMMAND=__vsc_prompt_cmd${PROMPT_COMMAND:+_original}
