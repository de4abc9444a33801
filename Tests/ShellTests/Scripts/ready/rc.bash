PS0='\e[H\e[2J'
PS1='ready> '
