#: needs '/usr/share/liquidprompt/liquidprompt'
#: ending '# '
#: ending '$ '
#: ending '% '
source $needs
