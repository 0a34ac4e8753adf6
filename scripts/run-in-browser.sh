#!/usr/bin/env bash
# Runs a GTK 4 program with its windows in a web browser. Exits with the program's exit status, or
# with 0 if the program was interrupted:
#
#   scripts/run-in-browser.sh PROGRAM [ARGUMENT…]
#
# gtk4-broadwayd listens only on the loopback interface, and is stopped when the program ends. It
# does not ask for a password: anyone who can connect to this machine's loopback interface can use
# the program. To reach it from another machine, use `ssh -L PORT:127.0.0.1:PORT`.
set -euo pipefail

if (($# == 0)); then
  echo "usage: scripts/run-in-browser.sh PROGRAM [ARGUMENT…]" >&2
  exit 2
fi

if ! command -v gtk4-broadwayd >/dev/null; then
  echo "run-in-browser: gtk4-broadwayd is missing; 'make setup' installs it" >&2
  exit 127
fi

fail() {
  echo "run-in-browser: $*" >&2
  exit 1
}

folder="$(mktemp --directory "${TMPDIR:-/tmp}/inventory-browser.XXXXXX")"
server=
program=

# shellcheck disable=SC2317,SC2329 # called by the trap
clean_up() {
  local process
  trap '' HUP INT TERM
  for process in $program $server; do
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  rm --recursive --force "$folder"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap '[[ -n "$program" ]] && exit 0; exit 130' INT
trap 'exit 143' TERM

answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# The socket between the program and the server is in the runtime folder. A separate folder keeps
# display numbers from clashing. The session bus is found there too, unless its address is set.
if [[ -z "${DBUS_SESSION_BUS_ADDRESS:-}" && -S "${XDG_RUNTIME_DIR:-}/bus" ]]; then
  export DBUS_SESSION_BUS_ADDRESS="unix:path=$XDG_RUNTIME_DIR/bus"
fi
export XDG_RUNTIME_DIR="$folder"

# By convention, display N of broadway is TCP port 8080 + N.
start_server() {
  local display port
  for display in {1..40}; do
    port=$((8080 + display))
    answers "$port" && continue
    gtk4-broadwayd --address=127.0.0.1 --port="$port" ":$display" >"$folder/server.log" 2>&1 </dev/null &
    server=$!
    for _ in {1..100}; do
      # If another process has taken the port meanwhile, the server exits.
      kill -0 "$server" 2>/dev/null || continue 2
      if answers "$port"; then
        export BROADWAY_DISPLAY=":$display"
        address="http://127.0.0.1:$port/"
        return
      fi
      sleep 0.05
    done
    fail "gtk4-broadwayd does not answer on port $port: $(cat "$folder/server.log")"
  done
  fail "no port from 8081 to 8120 is free"
}

start_server
echo "The program is shown at $address (Ctrl+C here ends it)."

unset DISPLAY WAYLAND_DISPLAY
export GDK_BACKEND=broadway
status=0
"$@" <&0 &
program=$!
wait "$program" || status=$?
exit "$status"
