#!/usr/bin/env bash
# Runs a command, by default `make test`, for the last commit on another release of Debian:
#
#   scripts/test-on.sh SUITE [COMMAND]
#
# SUITE is a code name such as trixie; COMMAND is a shell command. debootstrap unpacks the release
# once, from the mirror that apt uses on this machine, into the folder
# $XDG_CACHE_HOME/swift-composable-gtk/debian-SUITE (~/.cache if XDG_CACHE_HOME is not set). Later
# runs use it again, as well as a clone of this repository beside it, which is reset to HEAD each
# time but keeps its build folder. To start afresh, remove the folder.
#
# The release shares only this machine's kernel, network and Swift toolchain. Its mounts and
# processes are its own and end with the command. Exits with the command's exit status.
set -euo pipefail

# The path of the clone inside the release. Built files contain this path.
readonly place=/swift-composable-gtk

. "$(dirname "${BASH_SOURCE[0]}")/debian-root.sh"

# Mounts a path of this machine at the same path in the release, read-only.
show() {
  mkdir --parents "$root$1"
  mount --bind "$1" "$root$1"
  mount --options remount,bind,ro "$root$1"
}

# The clone is kept, so that only changed files are built again.
update_clone() {
  if [[ ! -d "$cache/source/.git" ]]; then
    git init --quiet "$cache/source"
  fi
  # The repository may belong to another user than root.
  git -C "$cache/source" fetch --quiet --depth 1 \
    --upload-pack "git -c safe.directory='*' upload-pack" "file://$repository" HEAD
  git -C "$cache/source" reset --quiet --hard FETCH_HEAD
  # Keeps ignored files, which are the built ones.
  git -C "$cache/source" clean --quiet --force -d
  if [[ -n "$(git -C "$repository" -c safe.directory='*' status --porcelain)" ]]; then
    echo "test-on: changes that are not committed are left out" >&2
  fi
}

# git may be configured to fetch packages from a folder of this machine.
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

# Runs the command, in namespaces of its own.
run_inside() {
  unpack
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
  # The PATH may lead to a toolchain manager; the toolchain itself knows where it is.
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
  # Not exec, because this shell reaps the orphaned processes of the namespace.
  chroot "$root" env --ignore-environment --chdir "$place" "${environment[@]}" bash -c "$command"
}

# Starts this script again in namespaces of its own.
start_inside() {
  local inside status=0
  "$repository/scripts/setup.sh" test-on
  mkdir --parents "$cache"
  exec 9>"$cache/lock"
  flock --nonblock 9 || fail "another run uses $cache"
  TEST_ON_INSIDE=1 unshare --mount --propagation private --pid --fork --kill-child \
    "$repository/scripts/test-on.sh" "$suite" "$command" <&0 &
  inside=$!
  # Killing the first process ends all others of the namespace, and with them the mounts.
  # shellcheck disable=SC2064 # the number as it is now
  trap "kill -KILL $inside; exit 130" HUP INT TERM
  wait "$inside" || status=$?
  return "$status"
}

main() {
  suite=${1:-}
  command=${2:-make test}
  [[ "$suite" =~ ^[a-z]+$ ]] || fail "usage: scripts/test-on.sh SUITE [COMMAND]"
  can_unpack
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

# On one line, so that the script may be edited while it runs.
main "$@"; exit
