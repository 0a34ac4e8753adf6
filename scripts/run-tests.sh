#!/usr/bin/env bash
# Runs a command that runs tests. If it fails, repeats what it says of the failed tests at the end,
# because a long log may be cut: of each failure the first 25 lines, which include what the windows
# of a program showed.
set -uo pipefail

# The lines are looked for by their beginnings.
export NO_COLOR=1

log=$(mktemp)
trap 'rm -f "$log"' EXIT

"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
  # A process that ends at once, by a critical warning or because it loses its display, says so
  # before the line of the test that ran.
  echo "The last lines that the runner did not write:"
  grep -vE '^(◇|✔|↳|✘|━)' "$log" | tail -n 15 | cut -c 1-300
  echo "The failures once more:"
  awk '
    /^✘|: error:|Fatal error|terminated/ { rest = 25 }
    /^(◇|✔)/ { rest = 0 }
    rest > 0 { print substr($0, 1, 400); rest-- }
  ' "$log" | tail -n 150
fi
exit "$status"
