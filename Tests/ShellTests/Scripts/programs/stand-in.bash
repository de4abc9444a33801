# A stand-in for starship, which runs what was in PROMPT_COMMAND inside its own function.
starship_precmd() { eval "$before_starship"; PS1=$(starship prompt); }
if [[ ${bash_preexec_imported-} ]]; then precmd_functions+=(starship_precmd)
else before_starship=$PROMPT_COMMAND PROMPT_COMMAND=starship_precmd; fi
