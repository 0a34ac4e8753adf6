#!/usr/bin/env bash
# Runs commands, COUNT at a time, each of which is one argument for the shell:
#
#   scripts/side-by-side.sh COUNT 'COMMAND A' 'COMMAND B' 'COMMAND C'…
#
# They start in this order: the next one when one has ended. So the longest come first.
#
# The output of a command is printed as a whole when it and those before it have ended, so that the
# lines of two do not mix. Fails if one of them does, after all have ended.
#
# Tests of windows wait most of the time, for the display and for the program. Several of them at
# once take little longer than one.
set -uo pipefail

(($# > 1 && $1 > 0)) || {
  echo "usage: scripts/side-by-side.sh COUNT COMMAND…" >&2
  exit 2
}
count=$1
shift

folder="$(mktemp --directory)"
processes=()
printed=0
# shellcheck disable=SC2317,SC2329 # called by the trap
clean_up() {
  trap '' HUP INT TERM
  for process in "${processes[@]}" "${ticker:-}"; do kill "$process" 2>/dev/null; done
  # What they have said by now, if they were to end before their time.
  while [[ -e "$folder/$printed" ]]; do
    cat "$folder/$printed"
    printed=$((printed + 1))
  done
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Those who watch see that it goes on.
minutes=0
# What is left of the pause must not keep the output open.
while sleep 60 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
  minutes=$((minutes + 1))
  echo "side-by-side: ${#} commands, $minutes min"
done &
ticker=$!

status=0
# Waits for a command that runs. Prints what is complete, in order.
wait_for_one() {
  local ended
  wait -n -p ended "${!running[@]}" || status=$?
  echo "side-by-side: command $((running[$ended] + 1)) took $((SECONDS - started[$ended])) s"
  finished[${running[$ended]}]=yes
  unset "running[$ended]"
  processes=("${!running[@]}")
  while [[ -n "${finished[$printed]:-}" ]]; do
    cat "$folder/$printed"
    printed=$((printed + 1))
  done
}

declare -A running=() started=() # by process: the index of its command, and when it started
finished=()
index=0
for command in "$@"; do
  ((${#running[@]} < count)) || wait_for_one
  bash -c "$command" >"$folder/$index" 2>&1 &
  running[$!]=$index
  started[$!]=$SECONDS
  processes=("${!running[@]}")
  index=$((index + 1))
done
while ((${#running[@]} > 0)); do wait_for_one; done
kill "$ticker"
exit "$status"
