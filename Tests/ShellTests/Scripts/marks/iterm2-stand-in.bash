# A stand-in for iTerm2, which wraps PS1 before each prompt and restores it before each command.
#: marks '133;'
PROMPT_COMMAND[0]+="${PROMPT_COMMAND:+; }wrap"
. "$neighbours/hooks/stand-in.bash"
preexec() { [[ $PS1 != "$wrapped" ]] || PS1=$original; }
wrap() {
    [[ $PS1 == "$wrapped" ]] || original=$PS1
    wrapped='\[\e]133;A\a\]'$original'\[\e]133;B\a\]'
    PS1=$wrapped
}
