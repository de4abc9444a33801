set -g fish_greeting
set -g fish_autosuggestion_enabled 0
function erase --on-event fish_preexec
    printf '\e[H\e[2J'
end
function fish_prompt
    printf 'ready> '
end
