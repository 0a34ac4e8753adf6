#!/usr/bin/env bash
# Installs a Debian package on a minimal Debian, uses it there, and removes it:
#
#   scripts/test-deb.sh SUITE [PACKAGE]
#
# SUITE is a code name such as trixie; PACKAGE is the file in .build/deb by default. Needs root.
# debootstrap unpacks the release once, into the folder
# $XDG_CACHE_HOME/swift-composable-gtk/debian-SUITE/minimal (~/.cache if XDG_CACHE_HOME is not set).
# It is never changed: what is installed lies on top of it in memory, and is gone in the end.
set -euo pipefail

. "$(dirname "${BASH_SOURCE[0]}")/debian-root.sh"

readonly id=io.github.composable_gtk.Inventory

# Lists all files but those that apt, dpkg and logs keep.
list_files() {
  (cd "$mounted" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp \
    -o -path ./var/cache -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./var/log \) \
    -prune -o ! -type d -print | LC_ALL=C sort)
}

inside() {
  chroot "$mounted" env --ignore-environment HOME=/root LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# Runs a command inside and shows its output only if it fails.
quietly() {
  inside "$@" >"$layers/output" 2>&1 || { cat "$layers/output" >&2; fail "failed: $*"; }
}

# Lays an empty layer over the unpacked release.
mount_layers() {
  layers="$cache/layers"
  mounted="$layers/mounted"
  mkdir --parents "$layers"
  mount -t tmpfs tmpfs "$layers"
  mkdir "$layers/upper" "$layers/work" "$mounted"
  mount -t overlay overlay "$mounted" \
    -o "lowerdir=$root,upperdir=$layers/upper,workdir=$layers/work"
  hand_on_network "$mounted"
  mount -t proc proc "$mounted/proc"
  mount --rbind /dev "$mounted/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$mounted/dev/shm"
}

# Installs the package with what it depends on, and nothing else, and starts the program.
check_installed() {
  local version
  quietly apt-get update
  quietly apt-get install --yes --no-install-recommends /package.deb
  version="$(dpkg-deb --field "$package" Version)"
  [[ "$(inside inventory --version)" == "$version" ]] || fail "inventory is not of version $version"
  # With `--quiet`, grep would close the pipe early, which `pipefail` takes for a failure.
  inside inventory --help | grep -- --import >/dev/null || fail "--help prints no help"
  printf 'name,sku,quantity,price,location,notes\nHammer,HAM-1,2,18.90,Workshop,\n' \
    >"$mounted/tmp/items.csv"
  quietly inventory --import /tmp/items.csv --export /tmp/exported.csv
  inside grep --quiet HAM-1 /tmp/exported.csv || fail "what was imported is not exported"
}

# Opens the window as a user without privileges, with what every desktop has.
check_window() {
  quietly apt-get install --yes --no-install-recommends at-spi2-core desktop-file-utils \
    dbus-daemon libglib2.0-bin xdotool xvfb
  inside grep --quiet "^x-scheme-handler/inventory=$id.desktop" \
    /usr/share/applications/mimeinfo.cache \
    || fail "the desktop does not know that Inventory opens links"
  quietly useradd --create-home user
  inside mkdir /test
  cp "$repository/scripts/with-display.sh" "$repository/scripts/test-install.sh" "$mounted/test"
  in_session open_window /usr/bin/inventory
  in_session start_from_desktop /usr
}

# Runs a function of test-install.sh inside, in a desktop session of the user.
in_session() {
  quietly setpriv --reuid=user --regid=user --init-groups env --chdir=/home/user HOME=/home/user \
    /test/with-display.sh /test/test-install.sh --in-session "$@"
}

# Removes the package. Its own files must be gone, also from the desktop's caches.
check_removed() {
  local left
  list_files >"$layers/before"
  inside dpkg-query --listfiles inventory >"$layers/owned"
  quietly apt-get purge --yes inventory
  list_files >"$layers/after"
  left="$(comm -12 "$layers/after" <(sed 's/^/./' "$layers/owned" | LC_ALL=C sort))"
  [[ -z "$left" ]] || fail "removing the package has left: $left"
  left="$(comm -13 "$layers/before" "$layers/after")"
  [[ -z "$left" ]] || fail "removing the package has made: $left"
  if inside grep --quiet inventory /usr/share/applications/mimeinfo.cache 2>/dev/null; then
    fail "the desktop still believes that Inventory opens links"
  fi
  ! inside dpkg-query --status inventory >/dev/null 2>&1 || fail "dpkg still knows the package"
}

run_inside() {
  unpack
  mount_layers
  cp "$package" "$mounted/package.deb"
  check_installed
  check_window
  check_removed
  echo "test-deb: installed, used and removed $(basename "$package")" \
    "on Debian $(inside cat /etc/debian_version)"
}

# Starts this script again in namespaces of its own, whose mounts and processes end with it.
start_inside() {
  "$repository/scripts/setup.sh" test-on
  mkdir --parents "$cache"
  exec 9>"$cache/lock"
  flock --nonblock 9 || fail "another run uses $cache"
  TEST_DEB_INSIDE=1 unshare --mount --propagation private --pid --fork --kill-child \
    "$repository/scripts/test-deb.sh" "$suite" "$package"
}

main() {
  suite=${1:-}
  [[ "$suite" =~ ^[a-z]+$ ]] || fail "usage: scripts/test-deb.sh SUITE [PACKAGE]"
  can_unpack
  repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
  package="$(realpath "${2:-$(echo "$repository"/.build/deb/inventory_*.deb)}")"
  [[ -f "$package" ]] || fail "there is no package; make deb builds it"
  cache="${XDG_CACHE_HOME:-$HOME/.cache}/swift-composable-gtk/debian-$suite"
  root="$cache/minimal"
  if [[ -z "${TEST_DEB_INSIDE:-}" ]]; then
    start_inside
  else
    unset TEST_DEB_INSIDE
    run_inside
  fi
}

main "$@"; exit
