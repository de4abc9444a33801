#: needs 'bash-preexec.sh'
. "$needs"
