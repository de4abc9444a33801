#: needs 'shellIntegration-bash.sh'
#: marks '633;'
. "$needs"
