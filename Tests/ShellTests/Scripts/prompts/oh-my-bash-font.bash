# Its themes set PS1 at each prompt.
#: needs 'oh-my-bash'
#: ending '→ '
OSH=$needs OSH_THEME=font DISABLE_AUTO_UPDATE=true completions=() aliases=() plugins=()
. "$OSH/oh-my-bash.sh"
