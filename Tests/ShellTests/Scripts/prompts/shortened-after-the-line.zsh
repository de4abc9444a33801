# A stand-in for transient-prompt: the editor of the next line restores the PROMPT that it found when it was loaded.
TRANSIENT_PROMPT_PROMPT='ready> '; PROMPT=$TRANSIENT_PROMPT_PROMPT
finish() { PROMPT='> '; zle reset-prompt }; zle -N zle-line-finish finish
begin() { PROMPT=$TRANSIENT_PROMPT_PROMPT; zle reset-prompt }; zle -N zle-line-init begin
