#!/usr/bin/env bash
# Runs a command, `make test` where none is given, for the last commit on another release of Debian:
#
#   scripts/test-on.sh SUITE [COMMAND]
#
# SUITE is a code name such as trixie; COMMAND is a line for the shell. debootstrap unpacks the release
# once, from the mirror that apt uses here, into $XDG_CACHE_HOME/swift-composable-gtk/debian-SUITE
# (~/.cache where that is not set). Later runs use it again, and a clone of this repository beside it,
# which is made equal to HEAD each time, with what has been built in it. To begin anew, remove the
# folder.
#
# The release shares this machine's kernel, network and Swift toolchain, nothing else. It has mounts
# and processes of its own, which are gone when the command ends. Ends with the command's exit status.
set -euo pipefail

# Where the clone is seen in the release; what is built there knows this path.
readonly place=/swift-composable-gtk

fail() {
  echo "test-on: $*" >&2
  exit 1
}

# The lines of apt's sources for the suite, with the mirrors that this machine uses for its own.
suite_sources() {
  local site release component
  while read -r site release component; do
    if [[ "$release" =~ ^(stable|testing|unstable|sid|$(own_suite))(-updates|-security)?$ ]]; then
      # Nothing is added to sid later.
      [[ "$suite" == sid && -n "${BASH_REMATCH[2]}" ]] \
        || echo "deb $site $suite${BASH_REMATCH[2]} $component"
    fi
  done < <(apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages') \
    | sort --unique
}

own_suite() { (. /etc/os-release && echo "${VERSION_CODENAME:-sid}"); }

unpack() {
  local mirror
  mirror="$(suite_sources | awk -v suite="$suite" '$3 == suite && $4 == "main" { print $2; exit }')"
  [[ -n "$mirror" ]] || fail "apt's sources name no mirror of Debian"
  echo "test-on: unpacking Debian $suite into $root, once" >&2
  rm --recursive --force "$root.partial"
  debootstrap --variant=minbase --include=ca-certificates,make "$suite" "$root.partial" "$mirror" \
    >"$cache/debootstrap.log" || fail "debootstrap failed, see $cache/debootstrap.log"
  # Packages must not start services.
  printf '#!/bin/sh\nexit 101\n' >"$root.partial/usr/sbin/policy-rc.d"
  chmod +x "$root.partial/usr/sbin/policy-rc.d"
  suite_sources >"$root.partial/etc/apt/sources.list"
  mv "$root.partial" "$root"
}

# What this machine needs to reach others: they may change between runs.
hand_on_network() {
  cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
  cp --dereference /etc/hosts "$root/etc/hosts"
  apt-config dump | grep -E '^Acquire::(ftp|https?)::' >"$root/etc/apt/apt.conf.d/90host" || true
}

# Shows what is at a path of this machine at the same path in the release, which cannot change it.
show() {
  mkdir --parents "$root$1"
  mount --bind "$1" "$root$1"
  mount --options remount,bind,ro "$root$1"
}

# The clone is kept, so that only what has changed since is built again.
update_clone() {
  if [[ ! -d "$cache/source/.git" ]]; then
    git init --quiet "$cache/source"
  fi
  # The repository may belong to somebody else than root.
  git -C "$cache/source" fetch --quiet --depth 1 \
    --upload-pack "git -c safe.directory='*' upload-pack" "file://$repository" HEAD
  git -C "$cache/source" reset --quiet --hard FETCH_HEAD
  # Not what is ignored: that is what has been built.
  git -C "$cache/source" clean --quiet --force -d
  if [[ -n "$(git -C "$repository" -c safe.directory='*' status --porcelain)" ]]; then
    echo "test-on: changes that are not committed are left out" >&2
  fi
}

# git may be told to fetch packages from a folder of this machine.
hand_on_git() {
  local key folder
  if [[ -e /etc/gitconfig ]]; then
    cp /etc/gitconfig "$root/etc/gitconfig"
  fi
  while read -r key _; do
    folder="${key#url.}"
    folder="${folder%.insteadof}"
    folder="${folder#file://}"
    if [[ "$folder" == /* && -d "$folder" ]]; then show "${folder%/}"; fi
  done < <(git config --system --get-regexp '^url\..*\.insteadof$' || true) # none is no error
}

# Runs the command, in name spaces that nothing else uses.
run_inside() {
  [[ -d "$root" ]] || unpack
  hand_on_network
  hand_on_git
  update_clone

  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mkdir --parents "$root$place"
  mount --bind "$cache/source" "$root$place"

  local resources toolchain environment name commit
  # A manager of toolchains may stand on the PATH; the toolchain itself says where it is.
  resources="$(swift -print-target-info | sed -nE 's/.*"runtimeResourcePath": "(.*)".*/\1/p')"
  toolchain="$(realpath "$resources/../..")"
  [[ "$toolchain" != /usr ]] || fail "the Swift toolchain must not be installed in /usr itself"
  show "$toolchain"

  environment=(
    HOME=/root LANG=C.UTF-8 "PATH=$toolchain/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
  )
  for name in TERM {http,https,no}_proxy {HTTP,HTTPS,NO}_PROXY; do
    if [[ -n "${!name:-}" ]]; then environment+=("$name=${!name}"); fi
  done
  commit="$(git -C "$cache/source" rev-parse --short HEAD)"
  echo "test-on: $command, at $commit on Debian $(cat "$root/etc/debian_version")" >&2
  # Not exec: this shell collects the orphans of the name space.
  chroot "$root" env --ignore-environment --chdir "$place" "${environment[@]}" bash -c "$command"
}

# Starts this script again in name spaces of its own.
start_inside() {
  local inside status=0
  "$repository/scripts/setup.sh" test-on
  mkdir --parents "$cache"
  exec 9>"$cache/lock"
  flock --nonblock 9 || fail "another run uses $cache"
  TEST_ON_INSIDE=1 unshare --mount --propagation private --pid --fork --kill-child \
    "$repository/scripts/test-on.sh" "$suite" "$command" <&0 &
  inside=$!
  # With the first process all others of the name space end, and with them the mounts.
  # shellcheck disable=SC2064 # the number as it is now
  trap "kill -KILL $inside; exit 130" HUP INT TERM
  wait "$inside" || status=$?
  return "$status"
}

main() {
  suite=${1:-}
  command=${2:-make test}
  [[ "$suite" =~ ^[a-z]+$ ]] || fail "usage: scripts/test-on.sh SUITE [COMMAND]"
  [[ "$(id -u)" == 0 ]] || fail "only root can unpack and enter another release of Debian"
  [[ -e /etc/debian_version ]] || fail "only Debian's own apt sources name a mirror of Debian"
  repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
  cache="${XDG_CACHE_HOME:-$HOME/.cache}/swift-composable-gtk/debian-$suite"
  root="$cache/root"
  if [[ -z "${TEST_ON_INSIDE:-}" ]]; then
    start_inside
  else
    unset TEST_ON_INSIDE
    run_inside
  fi
}

# On one line, so that the script may change while it runs.
main "$@"; exit
