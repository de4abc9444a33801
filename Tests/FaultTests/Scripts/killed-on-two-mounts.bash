# A writer is killed on one mount of a directory, and the next one uses a second mount, on which the killed writer's
# lock can't be seen. STEP says at which of its system calls it is killed: at each STEPth. Prints what goes wrong, and
# then how often it was killed.
step=$1
mount -t tmpfs none /mnt && cd /mnt && mkdir store start a b || exit
# Without caches: for a second, each mount would show sizes from before what the other one has written.
options=attr_timeout=0,entry_timeout=0
for side in a b; do bindfs -o $options store $side </dev/null >/dev/null 2>&1 || exit; done
export XDG_STATE_HOME=/mnt/state
HOME=/mnt/store stack push First >/dev/null
cp -a store/. start && cp -a state start-state
restore() {
    rm -rf store/.config state && cp -a start/.config store && cp -a start-state state
}
names='%file,read,pread64,write,fsync,flock,fstat,fchmod,ftruncate,getdents64,close'
HOME=/mnt/a strace -o trace -e trace="$names" -- stack push Killed >/dev/null
# A call is identified by its name and its number among the calls of that name.
calls=$(sed -n 's/(.*//p' trace | awk -v step="$step" '
    { count[$1]++ } NR > 30 && NR % step == 0 { print $1 ":" count[$1] }')
killed=0
for call in $calls; do
    restore
    fault=inject=${call%:*}:signal=SIGKILL:when=${call#*:}
    { HOME=/mnt/a strace -o /dev/null -e trace="${call%:*}" -e "$fault" -- stack push Killed >output; } 2>/dev/null
    [ $? != 137 ] || killed=$((killed + 1))
    count=$(HOME=/mnt/b stack count) || echo "$call: count ends with $?"
    [ ! -s output ] || [ "$count" = 2 ] || echo "$call: the acknowledged task is lost"
    HOME=/mnt/b stack push Next >/dev/null || echo "$call: push ends with $?"
    [ "$(HOME=/mnt/a stack count)" = $((count + 1)) ] || echo "$call: a task is lost or added twice"
    HOME=/mnt/b stack undo >/dev/null && [ "$(HOME=/mnt/b stack count)" = "$count" ] || echo "$call: undo fails"
    [ "$(ls -A store/.config/stack)" = stack.json ] || echo "$call: leaves $(ls -A store/.config/stack)"
done 2>&1
echo $killed
umount -l a b
