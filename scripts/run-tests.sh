#!/usr/bin/env bash
# Runs a command that runs tests. If it fails, repeats the lines of the failed tests at the end,
# because a long log may be cut.
set -uo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT

"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
  echo "The failures once more:"
  grep -a -E "^✘|: error:|Fatal error|terminated" "$log" | tail -n 40
fi
exit "$status"
