# A stand-in for iTerm2, which also puts its marks around a PS1 that changed.
PROMPT='ready> '; decorate=1
mark() {
  [[ -n $decorate || $PS1 == $decorated ]] || decorate=1
  [[ -n $decorate ]] || return
  kept=$PS1 decorate=
  [[ $PS1 == *133\;A* ]] || PS1=$'%{\e]133;A\a%}'$PS1
  PS1+=$'%{\e]133;B\a%}' decorated=$PS1
}
unmark() { PS1=$kept decorate=1; }
precmd_functions+=(mark) preexec_functions+=(unmark)
