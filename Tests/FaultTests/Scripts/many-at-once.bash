# Runs writers and a reader at the same time, and prints what goes wrong. $1 is a script that starts the writers and
# keeps their process identifiers in $writers; $2 is `true` if the queue may shrink.
touch log
(
    last=0
    until [ -e over ]; do
        stack >shown || echo "status $? of stack"
        count=$(stack count) || echo "status $? of stack count"
        if ! $2 && [ "$count" -lt "$last" ]; then echo "$count after $last"; fi
        last=$count
        sleep 0.02
    done
) >wrong 2>&1 &
# The status is 1 if there is nothing to act on at that moment.
try() { stack "$@" >/dev/null 2>>log || [ $? = 1 ] || exit 1; }
eval "$1"
for writer in $writers; do wait "$writer" || echo "a writer failed"; done
touch over
wait
cat wrong
grep -v -e 'there is nothing to' -e 'there is no task to' log
