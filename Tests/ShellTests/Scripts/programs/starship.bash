#: needs 'starship'
eval "$(sed s/::STARSHIP::/starship/g "$needs/src/init/starship.bash")"
