#!/usr/bin/env bash
# Runs a GTK 4 program with its windows in a web browser. Exits with the program's exit status, or
# with 0 if the program was interrupted:
#
#   scripts/run-in-browser.sh PROGRAM [ARGUMENT…]
#
# gtk4-broadwayd lets in everybody, other pages in the same browser included. So it listens only on
# a Unix socket in a folder of this user, and broadway-proxy.py before it lets in who knows the
# secret in the address that is printed. Both are stopped when the program ends. To reach the window
# from another machine, use `ssh -L PORT:127.0.0.1:PORT`, with the port of the address.
set -euo pipefail

if (($# == 0)); then
  echo "usage: scripts/run-in-browser.sh PROGRAM [ARGUMENT…]" >&2
  exit 2
fi

if ! command -v gtk4-broadwayd >/dev/null; then
  echo "run-in-browser: gtk4-broadwayd is missing; 'make setup' installs it" >&2
  exit 127
fi
proxy_program="$(dirname "${BASH_SOURCE[0]}")/broadway-proxy.py"

fail() {
  echo "run-in-browser: $*" >&2
  exit 1
}

folder="$(mktemp --directory "${TMPDIR:-/tmp}/inventory-browser.XXXXXX")"
server=
proxy=
program=

# shellcheck disable=SC2317,SC2329 # called by the trap
clean_up() {
  local process
  trap '' HUP INT TERM
  for process in $program $proxy $server; do
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  rm --recursive --force "$folder"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap '[[ -n "$program" ]] && exit 0; exit 130' INT
trap 'exit 143' TERM

# The socket between the program and the server is in the runtime folder. A separate folder keeps
# display numbers from clashing. The session bus is found there too, unless its address is set.
if [[ -z "${DBUS_SESSION_BUS_ADDRESS:-}" && -S "${XDG_RUNTIME_DIR:-}/bus" ]]; then
  export DBUS_SESSION_BUS_ADDRESS="unix:path=$XDG_RUNTIME_DIR/bus"
fi
export XDG_RUNTIME_DIR="$folder"

# Waits for a condition, as long as a process runs.
#
#   wait_for PROCESS COMMAND [ARGUMENT…]
wait_for() {
  local process="$1"
  shift
  for _ in {1..200}; do
    "$@" && return
    kill -0 "$process" 2>/dev/null || return 1
    sleep 0.05
  done
  return 1
}

start_server() {
  gtk4-broadwayd --unixsocket="$folder/http" :1 >"$folder/server.log" 2>&1 </dev/null &
  server=$!
  wait_for "$server" test -S "$folder/http" \
    || fail "gtk4-broadwayd does not start: $(cat "$folder/server.log")"
  python3 "$proxy_program" "$folder/http" >"$folder/address" 2>"$folder/proxy.log" </dev/null &
  proxy=$!
  wait_for "$proxy" test -s "$folder/address" \
    || fail "the proxy does not start: $(cat "$folder/proxy.log")"
  read -r address <"$folder/address"
  export BROADWAY_DISPLAY=:1
}

start_server
echo "The program is shown at $address (Ctrl+C here ends it). Who knows the address can use it."

unset DISPLAY WAYLAND_DISPLAY
export GDK_BACKEND=broadway
status=0
"$@" <&0 &
program=$!
wait "$program" || status=$?
exit "$status"
