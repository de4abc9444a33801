#: needs '/usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh'
PROMPT='ready> '
source $needs
