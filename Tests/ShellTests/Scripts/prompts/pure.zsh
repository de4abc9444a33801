#: needs 'pure'
#: ending '❯ '
fpath+=($needs)
autoload -U promptinit; promptinit; prompt pure
