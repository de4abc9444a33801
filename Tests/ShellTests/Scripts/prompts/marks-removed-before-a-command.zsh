# A stand-in for VS Code, which puts marks around PS1 before each prompt and restores it before each command.
PROMPT='ready> '; running=1
mark() { [[ -z $running ]] || { kept=$PS1; PS1=$'%{\e]633;A\a%}'$PS1$'%{\e]633;B\a%}'; running=; } }
unmark() { PS1=$kept running=1; }
autoload -Uz add-zsh-hook; add-zsh-hook precmd mark; add-zsh-hook preexec unmark
