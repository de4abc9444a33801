# Three writers on each of two mounts of one directory add COUNT tasks each; a lock that a writer takes on one
# mount doesn't exclude those on the other. Prints what goes wrong, and how many tasks were acknowledged and lost.
count=$1
mount -t tmpfs none /mnt && cd /mnt && mkdir store a b || exit
for side in a b; do bindfs store $side </dev/null >/dev/null 2>&1 || exit; done
push() { HOME=$PWD/$1 XDG_STATE_HOME=$PWD/$1.state stack push "$2"; }
push a First >/dev/null
for writer in {a,b}{1,2,3}; do
    (for ((n = 1; n <= count; n++)); do push ${writer:0:1} "$writer:$n" >/dev/null 2>>errors && echo "\"$writer:$n\"" >>added; done) &
    writers+=" $!"
done
(until [ -e over ]; do HOME=$PWD/store stack count >/dev/null || echo "status $? of count"; sleep 0.02; done) 2>&1 &
for writer in $writers; do wait "$writer"; done
touch over
wait $!
titles=$(cat store/.config/stack/stack.json)
lost=0
while read -r title; do [[ $titles == *"$title"* ]] || lost=$((lost + 1)); done <added
echo "$(wc -l <added) $lost"
ls -A store/.config/stack
umount -l a b
