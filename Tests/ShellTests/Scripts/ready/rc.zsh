preexec() { printf '\e[H\e[2J'; }
PROMPT='ready> '
