# Pushes a task to a shared stack again and again as the user $1, of the group $3, while the user $2 swaps $4 there. A
# delay at one system call of each push widens the window before and after it. $5 is the seed, $6 the number of pushes,
# $7 Python.
scripts=$(dirname "$0")
push() {
    env HOME="$PWD/$victim" XDG_CONFIG_HOME="$PWD/.config" PATH="$PATH" \
        setpriv --reuid "$victim" --regid "$victim" --groups "$group" ./run "$1" "$2"
}
victim=$1 group=$3
cat >run <<'END'
#!/bin/bash
if [ $2 ]; then set -- -e "inject=$1:delay_enter=5000:when=$2" -- ; else set -- -e trace=all --; fi
exec strace -qq -o "$HOME/.local/trace" "$@" ./stack push Five
END
chmod 755 run
push || exit
mapfile -t calls < <(sed -n '/^rt_sigaction(SIGPIPE/,$s/(.*//p' "$victim/.local/trace")
"$7" -IS "$scripts/swapper.py" "$4" "$5" "$victim/.config/stack" "$2" "$group" &
swapper=$!
until [ -e swapped ]; do sleep 0.01; done
RANDOM=$5
for ((n = 0; n < $6; n++)); do
    push "${calls[RANDOM % ${#calls[@]}]}" $((1 + RANDOM % 6)) >/dev/null 2>>errors
    status=$?
    case $status in 0 | 65 | 74 | 75) ;; *) echo "status $status: $(tail -1 errors)" ;; esac
done
touch over
wait $swapper
