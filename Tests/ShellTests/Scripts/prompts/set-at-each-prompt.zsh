# A stand-in for the themes of oh-my-zsh, with colours and a line before the prompt.
theme() { PROMPT=$'\n%F{red}%~%f\n%B>%b ready> '; }; precmd_functions+=(theme)
