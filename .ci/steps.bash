# shellcheck shell=bash
# What the scripts that build and test have in common. They are run with `set -euo pipefail`.

logs=$(mktemp -d)
trap end EXIT

# Ends what still runs in the background. (The bash of macOS has no associative arrays, so each process id is in a file.)
end() {
  local started
  for started in "$logs"/*.pid; do
    [ ! -e "$started" ] || kill "$(cat "$started")" 2>/dev/null || true
  done
  rm -rf "$logs"
}

step() { printf '\n== %s (%s)\n' "$1" "$(date +%T)"; }

# Fails if a log has a warning: FILE
expect_no_warnings() {
  if grep -q 'warning:' "$1"; then
    echo 'There are warnings.' >&2
    exit 1
  fi
}

# Runs a command, and fails if it prints a warning.
without_warnings() {
  "$@" 2>&1 | tee "$logs/foreground"
  expect_no_warnings "$logs/foreground"
}

# Starts a command in the background: NAME COMMAND…
start() {
  "${@:2}" >"$logs/$1" 2>&1 &
  echo $! >"$logs/$1.pid"
}

# Waits for such a command, shows its output, and fails if it failed or printed a warning: NAME
await() {
  local status=0
  wait "$(cat "$logs/$1.pid")" || status=$?
  rm "$logs/$1.pid"
  cat "$logs/$1"
  [ $status = 0 ] || exit $status
  expect_no_warnings "$logs/$1"
}

# The programs that `.ci/build` makes. The small build needs Swift 6.3 on x86-64 or arm64.
export STACK_BINARY=$PWD/.build/release/stack
unset STACK_SMALL_BINARY
if [[ $(uname -sm) =~ ^Linux\ (x86_64|aarch64)$ ]] &&
  swift --version 2>&1 | grep -qE 'Swift version (6\.[3-9]|[7-9])'; then
  STACK_SMALL_BINARY=$PWD/.build/small-$(uname -m)/stack
  export STACK_SMALL_BINARY
fi
