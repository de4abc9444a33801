#: needs 'iTerm2-shell-integration'
PROMPT='ready> '
source $needs/shell_integration/zsh
