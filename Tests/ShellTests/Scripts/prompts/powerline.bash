#: needs '/usr/share/powerline/bindings/bash/powerline.sh'
#: ending ' '
#: status 'shown'
#: slow 'yes'
. "$needs"
