#!/usr/bin/env bash
# Installs the missing packages for building, running or testing.
#
#   scripts/setup.sh run     the C libraries and a check of Swift, for `make build` and `make run`
#   scripts/setup.sh release the same, and what is needed to link the Swift runtime statically
#   scripts/setup.sh test    also a virtual display, the accessibility bus and the validators
#   scripts/setup.sh deb     the same as for release, and what is needed to build a Debian package
#   scripts/setup.sh screenshots the same as for test, and what takes the README's pictures
#   scripts/setup.sh office  the same as for test, and LibreOffice without its windows
#   scripts/setup.sh test-on the packages that `make test-on` needs on this machine
#
# If nothing is missing, it changes nothing, needs no privileges and takes a moment.
set -euo pipefail

readonly minimum_swift=6.2
readonly minimum_gtk=4.8

# The packages that a Swift toolchain needs on a minimal system. Checked only if Swift does not
# start.
readonly toolchain_packages=(
  libcurl4-openssl-dev libedit2 libncurses6 libsqlite3-0 libxml2-dev tzdata zlib1g-dev
)

readonly run_packages=(
  ca-certificates git # SwiftPM fetches packages with git
  gettext             # compiles the translations
  g++                 # the linker and the headers that Swift builds upon
  pkg-config
  libgtk-4-dev        # GTK 4
  libgtk-4-bin        # gtk4-broadwayd, for `make run-in-browser`
  python3             # the proxy before it
  libsqlite3-dev      # the database
  libuchardet-dev     # finds out the encoding of a file that is imported
  libexpat1-dev       # reads the XML of spreadsheets
  libzip-dev          # reads and writes the archives that spreadsheets are
  libpq-dev           # headers of PostgreSQL's client; the library is loaded when it is needed
  librsvg2-common     # symbolic and application icons
  adwaita-icon-theme
  fonts-dejavu-core   # a minimal installation has no font at all
)

readonly release_packages=(
  libcurl4-openssl-dev # Foundation's static library refers to it
)

readonly test_packages=(
  xvfb                # the virtual display
  fonts-cantarell     # the font that the settings of Wayland's tests name
  dbus-daemon         # a session bus
  at-spi2-core        # the accessibility bus
  gir1.2-atspi-2.0    # with python3-gi: uses the program as assistive technology does
  python3-gi
  xdotool             # presses real keys and buttons
  sway                # a Wayland compositor, whose windows xdotool reaches
  weston              # another one
  sqlite3             # looks into the database from outside
  postgresql          # servers that tests start; see without_cluster
  openssl             # their certificates
  strace              # sees what is written to the disk, and when
  iproute2            # networks with cables that tests pull out
  gnome-keyring       # keeps the password of a server
  libsecret-1-0       # asks it; loaded when it is needed
  desktop-file-utils  # desktop-file-validate
  appstream           # appstreamcli validate
  locales             # languages that the machine need not have
)

readonly deb_packages=(
  debhelper
  desktop-file-utils
  dpkg-dev
)

readonly screenshot_packages=(
  ffmpeg          # records the animation
  imagemagick
  openbox         # the window manager of the pictures on X11
  optipng
  pngquant
  swaybg          # a background before which the pictures are taken
  x11-xserver-utils # the same on X11
)

readonly office_packages=(
  libreoffice-calc-nogui # reads the spreadsheets that are written
)

readonly test_on_packages=(
  debootstrap # unpacks another release of Debian
  git
)

say() { printf 'setup: %s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# Returns whether version $1 is at least version $2.
at_least() {
  [[ "$(printf '%s\n%s\n' "$2" "$1" | sort --version-sort | head -n 1)" == "$2" ]]
}

is_installed() {
  local status
  status="$(dpkg-query --show --showformat='${db:Status-Status}\n' "$1" 2>/dev/null)" || return 1
  grep --quiet --line-regexp installed <<<"$status"
}

as_root() {
  if [[ "$(id -u)" == 0 ]]; then
    env DEBIAN_FRONTEND=noninteractive "$@" </dev/null
  else
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  fi
}

install_packages() {
  # dpkg keeps configuration files that were changed on this machine, without asking.
  local command=(
    apt-get install --yes --no-install-recommends --option Dpkg::Options::=--force-confold "$@"
  )
  if [[ "$(id -u)" != 0 ]] && ! command -v sudo >/dev/null; then
    fail "these packages are missing; run as root: ${command[*]}"
  fi
  say "installing $*"
  # The package lists of a new machine are empty or old. Refreshing them is slow, so only if needed.
  as_root "${command[@]}" && return
  say "refreshing the package lists and trying again"
  as_root apt-get update
  as_root "${command[@]}" || fail "apt-get could not install: $*"
}

# Runs a command that installs PostgreSQL's server, and lets the package neither create nor start a
# database cluster of the system, as it otherwise does. Tests and scripts/dev-server.sh have theirs.
without_cluster() {
  local folder=/etc/postgresql-common/createcluster.d status=0
  as_root mkdir --parents "$folder"
  as_root sh -c "echo 'create_main_cluster = false' >'$folder/only-for-tests.conf'"
  # In a shell of its own, which a failure ends.
  ("$@") || status=$?
  # Whoever installs another version later decides anew.
  as_root rm --force "$folder/only-for-tests.conf"
  as_root rmdir --ignore-fail-on-non-empty "$folder"
  return "$status"
}

# Whether this machine has a PostgreSQL server, of whichever version and from wherever.
has_postgresql() {
  command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null
}

install_with_apt() {
  local package missing=()
  for package in "$@"; do
    # Another one beside it would help nobody.
    if [[ "$package" == postgresql ]] && has_postgresql; then continue; fi
    is_installed "$package" || missing+=("$package")
  done
  if [[ " ${missing[*]} " == *" postgresql "* ]]; then
    without_cluster install_packages "${missing[@]}"
  elif ((${#missing[@]} > 0)); then
    install_packages "${missing[@]}"
  fi
}

check_swift() {
  local output version
  if ! command -v swift >/dev/null; then
    fail "Swift is missing. Install Swift $minimum_swift or newer from https://www.swift.org/install/linux/ and put it on the PATH."
  fi
  if ! swift --version >/dev/null 2>&1 && has_apt; then
    install_with_apt "${toolchain_packages[@]}"
  fi
  output="$(swift --version 2>&1)" || fail "'swift --version' fails: $output"
  version="$(sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' <<<"$output")"
  if [[ -z "$version" ]]; then
    fail "'swift --version' does not say which version it is: $output"
  fi
  if ! at_least "$version" "$minimum_swift"; then
    fail "Swift $version is too old; Swift $minimum_swift or newer is needed (https://www.swift.org/install/linux/)."
  fi
}

has_apt() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

# Without apt nothing can be installed, but the packages may be there already.
check_without_apt() {
  local tool missing=()
  for tool in msgfmt pkg-config; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  for tool in gtk4 sqlite3 uchardet expat libzip libpq $([[ "$1" == release ]] && echo libcurl); do
    pkg-config --exists "$tool" 2>/dev/null || missing+=("the development files of $tool")
  done
  if [[ "$1" == test || "$1" == screenshots ]]; then
    for tool in Xvfb dbus-daemon xdotool sqlite3 localedef desktop-file-validate appstreamcli \
      openssl strace; do
      command -v "$tool" >/dev/null || missing+=("$tool")
    done
    has_postgresql || missing+=("PostgreSQL's server")
    /usr/bin/python3 -c 'import gi; gi.require_version("Atspi", "2.0")' 2>/dev/null \
      || missing+=("PyGObject and Atspi-2.0 for /usr/bin/python3")
  fi
  if ((${#missing[@]} > 0)); then
    local list
    printf -v list '%s, ' "${missing[@]}"
    fail "there is no apt-get here; please install: ${list%, }"
  fi
}

check_gtk() {
  local version
  version="$(pkg-config --modversion gtk4)" || fail "pkg-config does not find gtk4."
  at_least "$version" "$minimum_gtk" \
    || fail "GTK $version is too old; GTK $minimum_gtk or newer is needed."
}

# Printed before the compiler runs for a while without output.
announce_first_build() {
  local folder
  folder="$(dirname "${BASH_SOURCE[0]}")/../.build"
  [[ -d "$folder" ]] || say "the first build takes some $1 minutes on two cores, later ones seconds"
}

main() {
  local packages
  case "${1:-}" in
    run) packages=("${run_packages[@]}") ;;
    release) packages=("${run_packages[@]}" "${release_packages[@]}") ;;
    test) packages=("${run_packages[@]}" "${test_packages[@]}") ;;
    deb) packages=("${run_packages[@]}" "${release_packages[@]}" "${deb_packages[@]}") ;;
    screenshots)
      packages=("${run_packages[@]}" "${test_packages[@]}" "${screenshot_packages[@]}")
      ;;
    office) packages=("${run_packages[@]}" "${test_packages[@]}" "${office_packages[@]}") ;;
    test-on) packages=("${test_on_packages[@]}") ;;
    *) fail "usage: scripts/setup.sh run|release|test|deb|screenshots|office|test-on" ;;
  esac
  check_swift
  if has_apt; then
    install_with_apt "${packages[@]}"
  else
    check_without_apt "$1"
  fi
  [[ "$1" == test-on ]] || check_gtk
  case "$1" in
    run) announce_first_build 4 ;;
    test) announce_first_build 8 ;;
  esac
}

main "$@"
