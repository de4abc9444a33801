# A stand-in for starship.
setopt prompt_subst; PROMPT='$(echo "made by $(echo a program)") ready> '
