#!/bin/bash
# Runs tests repeatedly on a busy machine, and stops at the first failure.
#
#   scripts/repeat-tests.sh COUNT [FILTER]
#
# COUNT is the number of runs. FILTER selects tests by name; by default, all tests that need no
# display run. Needs built tests (`swift build --build-tests`). The script keeps the output of a
# failed run and prints its path. Set by the environment:
#
#   BUILD  the build folder, .build by default
#   BUSY   the number of processes that keep the machine busy, by default one for each core
#   ON     the display: x11, wayland or weston; without it, tests find none. Those of widgets run
#          on x11 and weston, those of the program on x11 and wayland
#   KEEP_GOING=1  counts failed runs and keeps the output of each, instead of stopping at the first
set -euo pipefail

count=${1:?usage: scripts/repeat-tests.sh COUNT [FILTER]}
select=(--skip "^(Inventory|GtkKit|GtkViews|ComposableGtk|Gallery|Seed)Tests\\.|SoakTests")
if [ $# -gt 1 ]; then select=(--filter "$2"); fi
tests=("${BUILD:-.build}"/debug/*PackageTests.xctest)
busy=${BUSY:-$(nproc)}

display=()
export NO_COLOR=1
case "${ON:-}" in
  "") ;;
  x11) display=(scripts/with-display.sh) ;;
  wayland | weston) display=(scripts/with-display.sh "--$ON") ;;
  *)
    echo "repeat-tests: ON is x11, wayland or weston, not “$ON”." >&2
    exit 2
    ;;
esac
if [[ -n "${ON:-}" ]]; then
  select+=(--no-parallel)
  if [[ "$ON" == wayland ]]; then export INVENTORY_TESTS_DISPLAY=wayland; fi
  # The program itself has the real accessibility bus.
  if [[ "${2:-}" != *InventoryTests* ]]; then
    # As `make test` does: sway knows too little for warnings to be failures.
    export GTK_A11Y=test SWIFT_BACKTRACE=enable=no G_DEBUG=fatal-warnings
    if [[ "$ON" == wayland ]]; then G_DEBUG=fatal-criticals; fi
  fi
fi

log=$(mktemp)
failures=0
load=()
trap 'if [ ${#load[@]} -gt 0 ]; then kill "${load[@]}"; fi' EXIT
for _ in $(seq "$busy"); do
  (while :; do :; done) &
  load+=($!)
done

for run in $(seq "$count"); do
  if ! "${display[@]}" "${tests[0]}" --testing-library swift-testing "${select[@]}" \
    >"$log" 2>&1; then
    echo "Run $run of $count failed; its output is in $log:" >&2
    grep -aE '✘|Fatal|crashed' "$log" | head -20 >&2
    if [[ -z "${KEEP_GOING:-}" ]]; then exit 1; fi
    failures=$((failures + 1))
    log=$(mktemp)
  fi
done
if ((failures > 0)); then
  echo "$failures of $count runs failed." >&2
  exit 1
fi
echo "$count runs passed, $busy processes keeping the machine busy:" \
  "$(grep -a 'Test run with' "$log" | tail -n 1)"
rm -f "$log"
