#!/bin/bash
# Runs the tests that need no display again and again while both cores are kept busy, and stops at the first failure.
#
#   scripts/repeat-tests.sh COUNT [FILTER]
#
# COUNT runs of the tests whose names match FILTER, all that need no display where it is left out. Needs built tests
# (`swift build --build-tests`). BUILD is the folder that they were built in, .build where it is not set. BUSY is the number of
# processes that keep the machine busy meanwhile, one for each core where it is not set. The output of a run that fails
# is kept and named.
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
