#: needs 'powerlevel10k'
#: ending '❯ '
source $needs/config/p10k-classic.zsh
source $neighbours/prompts/powerlevel10k.zsh
