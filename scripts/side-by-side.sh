#!/usr/bin/env bash
# Runs commands at the same time, each of which is one argument for the shell:
#
#   scripts/side-by-side.sh 'COMMAND A' 'COMMAND B'
#
# The output of a command is printed as a whole when it and those before it have ended, so that the
# lines of two do not mix. Fails if one of them does, after all have ended.
#
# Tests of windows wait most of the time, for the display and for the program. Two of them at once
# take little longer than one.
set -uo pipefail

(($# > 0)) || {
  echo "usage: scripts/side-by-side.sh COMMAND…" >&2
  exit 2
}

folder="$(mktemp --directory)"
processes=()
# shellcheck disable=SC2317,SC2329 # called by the trap
clean_up() {
  trap '' HUP INT TERM
  for process in "${processes[@]}" "${ticker:-}"; do kill "$process" 2>/dev/null; done
  # What they have said by now, if they were to end before their time.
  ((${#processes[@]} == 0)) || cat "$folder"/*
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

for command in "$@"; do
  bash -c "$command" >"$folder/${#processes[@]}" 2>&1 &
  processes+=($!)
done
# Those who watch see that it goes on.
minutes=0
# What is left of the pause must not keep the output open.
while sleep 60 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
  minutes=$((minutes + 1))
  echo "side-by-side: ${#} commands, $minutes min"
done &
ticker=$!
status=0
for index in "${!processes[@]}"; do
  wait "${processes[index]}" || status=$?
  cat "$folder/$index"
done
kill "$ticker"
processes=()
exit "$status"
