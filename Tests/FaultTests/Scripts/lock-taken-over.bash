# A writer is paused on one mount of a directory, and another writer on a second mount, which that lock doesn't
# exclude, replaces its lock file. Prints how the first one ended, the tasks that are there, and the files.
mount -t tmpfs none /mnt && cd /mnt && mkdir store a b || exit
for side in a b; do bindfs store $side </dev/null >/dev/null 2>&1 || exit; done
export XDG_STATE_HOME=/mnt/state
HOME=/mnt/a stack push First >/dev/null
(HOME=/mnt/a strace -o /mnt/trace -e trace=fsync -e inject=fsync:delay_enter=3s:when=1 -- stack push Slow; echo "status $?") &
until [ -s store/.config/stack/.stack.json.new ] || ! kill -0 $!; do sleep 0.05; done
XDG_STATE_HOME=/mnt/state-b HOME=/mnt/b stack push Fast || echo "status $? of the other writer"
wait
HOME=/mnt/store stack count
grep -c 'First\|Fast' store/.config/stack/stack.json
ls -A store/.config/stack
umount -l a b
