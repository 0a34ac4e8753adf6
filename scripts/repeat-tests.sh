#!/bin/bash
# Runs the tests that need no display repeatedly on a busy machine, and stops at the first failure.
#
#   scripts/repeat-tests.sh COUNT [FILTER]
#
# COUNT is the number of runs. FILTER selects tests by name; by default, all tests that need no
# display run. Needs built tests (`swift build --build-tests`). BUILD is the build folder, .build by
# default. BUSY is the number of processes that keep the machine busy, by default one for each core.
# The script keeps the output of a failed run and prints its path.
set -euo pipefail

count=${1:?usage: scripts/repeat-tests.sh COUNT [FILTER]}
select=(--skip "^(Inventory|GtkKit|GtkViews|ComposableGtk|Gallery|Seed)Tests\\.|SoakTests")
if [ $# -gt 1 ]; then select=(--filter "$2"); fi
tests=("${BUILD:-.build}"/debug/*PackageTests.xctest)
busy=${BUSY:-$(nproc)}

log=$(mktemp)
load=()
trap 'if [ ${#load[@]} -gt 0 ]; then kill "${load[@]}"; fi' EXIT
for _ in $(seq "$busy"); do
  (while :; do :; done) &
  load+=($!)
done

for run in $(seq "$count"); do
  if ! "${tests[0]}" --testing-library swift-testing "${select[@]}" >"$log" 2>&1; then
    echo "Run $run of $count failed; its output is in $log:" >&2
    grep -aE '✘|Fatal|crashed' "$log" | head -20 >&2
    exit 1
  fi
done
echo "$count runs passed, $busy processes keeping the machine busy: $(tail -n 1 "$log")"
rm -f "$log"
