# It starts Python several times at each prompt.
#: needs '/usr/share/powerline/bindings/zsh/powerline.zsh'
#: ending ' '
#: ending ' '
#: slow 'yes'
source $needs
