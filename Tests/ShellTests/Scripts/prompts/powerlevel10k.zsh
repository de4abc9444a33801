#: needs 'powerlevel10k'
#: ending '❯ '
POWERLEVEL9K_DISABLE_GITSTATUS=true
source $needs/powerlevel10k.zsh-theme
source $needs/config/p10k-lean.zsh
POWERLEVEL9K_DISABLE_GITSTATUS=true
