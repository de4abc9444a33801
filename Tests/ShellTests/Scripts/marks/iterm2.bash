#: needs 'iterm2_shell_integration.bash'
#: marks '133;'
. "$needs"
