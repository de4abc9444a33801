#: needs '/usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh'
PROMPT='ready> '
source $needs
