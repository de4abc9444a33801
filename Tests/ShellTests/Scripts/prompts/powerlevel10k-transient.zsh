#: needs 'powerlevel10k'
#: ending '❯ '
source $neighbours/prompts/powerlevel10k.zsh
POWERLEVEL9K_TRANSIENT_PROMPT=always
