#: needs '/usr/share/powerlevel9k/powerlevel9k.zsh-theme'
#: ending ' '
POWERLEVEL9K_LEFT_PROMPT_ELEMENTS=(dir) POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS=()
source $needs
