#!/usr/bin/env bash
# Installs a built program, uses what was installed, and uninstalls it:
#
#   scripts/test-install.sh [PROGRAM]
#
# PROGRAM is .build/debug/inventory by default. Nothing outside a temporary folder is changed. The
# installed program runs in another folder than the source tree and with another home folder. It
# must fail once its own files are gone: otherwise it used those of the source tree.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly id=io.github.composable_gtk.Inventory
readonly sources=$PWD
readonly program=${1:-.build/debug/inventory}

# What an installation consists of: the modes and paths of its files.
readonly expected="644 share/applications/$id.desktop
644 share/dbus-1/services/$id.service
644 share/icons/hicolor/scalable/actions/$id-filter-symbolic.svg
644 share/icons/hicolor/scalable/apps/$id.svg
644 share/icons/hicolor/symbolic/apps/$id-symbolic.svg
644 share/inventory/sample-data.csv
644 share/inventory/style.css
644 share/locale/de/LC_MESSAGES/inventory.mo
644 share/locale/he/LC_MESSAGES/inventory.mo
644 share/metainfo/$id.metainfo.xml
755 bin/inventory"

fail() {
  echo "test-install: $*" >&2
  exit 1
}

# Runs a command and shows its output only if it fails.
quietly() {
  "$@" >"$folder/output" 2>&1 || { cat "$folder/output" >&2; fail "failed: $*"; }
}

run_make() {
  # Stripping takes longer than all the rest.
  quietly make -C "$sources" INSTALL_PROGRAM=install PROGRAM="$program" "$@"
}

installed_files() {
  (cd "$1" && find . -type f -printf '%m %P\n' | LC_ALL=C sort)
}

# Returns whether the input has a line with a pattern. Unlike `grep --quiet`, this reads all of the
# input: otherwise whoever writes it may die of a closed pipe, which `pipefail` takes for a failure.
prints() {
  grep "$@" >/dev/null
}

# Compares the files below a folder with those that are expected there.
check_files() {
  diff <(echo "$expected") <(installed_files "$1") >"$folder/output" \
    || { cat "$folder/output" >&2; fail "other files than expected are installed in $1"; }
}

check_gone() {
  local left
  left="$(find "$1" ! -type d)"
  [[ -z "$left" ]] || fail "uninstalling has left: $left"
}

# Newer versions of appstreamcli warn of what this project does not have yet, such as a home page. A
# warning makes them fail, too.
check_metainfo() {
  appstreamcli validate-tree --no-net --no-color "$1" >"$folder/output" 2>&1 || true
  if ! grep --quiet "$id" "$folder/output" || grep --quiet '^ *E: ' "$folder/output"; then
    cat "$folder/output" >&2
    fail "the metainfo has errors"
  fi
}

check_staged() {
  local root="$folder/staged root"
  run_make install DESTDIR="$root" PREFIX=/usr
  check_files "$root/usr"
  quietly desktop-file-validate "$root/usr/share/applications/$id.desktop"
  check_metainfo "$root"
  ! grep --quiet screenshot "$root/usr/share/metainfo/$id.metainfo.xml" \
    || fail "the metainfo has screenshots that are published nowhere"
  grep --quiet --line-regexp "Exec=/usr/bin/inventory" \
    "$root/usr/share/dbus-1/services/$id.service" \
    || fail "the D-Bus service does not start /usr/bin/inventory"
  # The program is not where it is going to be, but finds its files all the same.
  in_session open_window "$root/usr/bin/inventory"
  run_make uninstall DESTDIR="$root" PREFIX=/usr
  check_gone "$root"
}

check_installed() {
  local prefix="$folder/prefix"
  run_make install PREFIX="$prefix"
  # Tells which program opens links of the scheme inventory.
  if command -v update-desktop-database >/dev/null; then
    grep --quiet "^x-scheme-handler/inventory=$id.desktop" \
      "$prefix/share/applications/mimeinfo.cache" \
      || fail "the desktop does not know that Inventory opens links"
    rm "$prefix/share/applications/mimeinfo.cache"
  fi
  check_files "$prefix"
  [[ "$(outside "$prefix/bin/inventory" --version)" == [0-9]* ]] || fail "--version prints none"
  outside "$prefix/bin/inventory" --help | prints -- --import || fail "--help prints no help"
  # The system need not have the locale, and glibc 2.41 translates nothing without one.
  mkdir "$folder/locales"
  localedef -i de_DE -f UTF-8 "$folder/locales/de_DE.UTF-8"
  outside env LOCPATH="$folder/locales" LC_ALL=de_DE.UTF-8 "$prefix/bin/inventory" --help \
    | prints 'Führt ein Inventar' || fail "--help is not translated"
  grep --quiet '^Name\[de\]=' "$prefix/share/applications/$id.desktop" \
    || fail "the desktop file is not translated"
  # As a link on the PATH.
  mkdir "$folder/links"
  ln -s "$prefix/bin/inventory" "$folder/links/inventory"
  in_session open_window "$folder/links/inventory"
  XDG_DATA_DIRS="$prefix/share:/usr/share" in_session start_from_desktop "$prefix"
  mv "$prefix/share/inventory" "$folder/away"
  if outside "$sources/scripts/with-display.sh" "$prefix/bin/inventory" >"$folder/output" 2>&1; then
    fail "the program starts without its files"
  fi
  grep --quiet "$prefix/share/inventory" "$folder/output" \
    || { cat "$folder/output" >&2; fail "the program does not say where it looked for its files"; }
  mv "$folder/away" "$prefix/share/inventory"
  run_make uninstall PREFIX="$prefix"
  check_gone "$prefix"
}

# Runs a command outside the source tree.
outside() {
  (cd "$folder/elsewhere" && env --unset=INVENTORY_RESOURCES HOME="$folder/home" "$@")
}

# Runs a function of this script in a desktop session of its own.
in_session() {
  quietly outside "$sources/scripts/with-display.sh" \
    "$sources/scripts/test-install.sh" --in-session "$@"
}

# Waits until a window of that title is shown.
wait_for_window() {
  timeout 60 xdotool search --sync --onlyvisible --name "^$1\$" >/dev/null \
    || { echo "no window \"$1\" opens" >&2; return 1; }
}

# Opens the window of a program, which must print nothing.
open_window() {
  local status=0 output
  output="$(mktemp -p "$XDG_RUNTIME_DIR")"
  "$1" >"$output" 2>&1 &
  wait_for_window Inventory || status=1
  kill "$!" || status=1
  wait "$!" || true
  cat "$output"
  [[ "$status" == 0 && ! -s "$output" ]] || fail "$1 does not run, or prints something"
  [[ -s "$XDG_DATA_HOME/inventory/inventory.sqlite" ]] || fail "there is no database"
}

# Starts the program as desktops do: through its D-Bus service and through its desktop file.
start_from_desktop() {
  export PATH="$1/bin:$PATH"
  gdbus call --session --dest "$id" --object-path /io/github/composable_gtk/Inventory \
    --method org.freedesktop.Application.Activate '{}'
  wait_for_window Inventory
  # To the running program.
  gio launch "$1/share/applications/$id.desktop" inventory://add
  wait_for_window "Add [Ii]tem"
}

main() {
  if [[ "${1:-}" == --in-session ]]; then
    shift
    "$@"
    return
  fi
  [[ -x "$program" ]] || fail "$program is missing; build it first"
  folder="$(mktemp --directory "${TMPDIR:-/tmp}/inventory-install.XXXXXX")"
  trap 'rm --recursive --force "$folder"' EXIT
  mkdir "$folder/elsewhere" "$folder/home"
  check_staged
  check_installed
  echo "test-install: installed, used and uninstalled $program"
}

main "$@"
