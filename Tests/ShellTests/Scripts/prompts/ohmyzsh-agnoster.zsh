#: needs 'ohmyzsh'
#: ending ' '
ZSH=$needs ZSH_THEME=agnoster ZSH_COMPDUMP=~/dump
zstyle ':omz:update' mode disabled
source $ZSH/oh-my-zsh.sh
