# Functions for scripts that unpack releases of Debian and enter them. They use the variables
# `suite`, the code name of the release, `cache`, a folder for it, and `root`, the folder of the
# unpacked release in there.

fail() {
  echo "$(basename "$0" .sh): $*" >&2
  exit 1
}

# Prints the apt sources of the suite, using the mirrors of this machine.
suite_sources() {
  local site release component
  while read -r site release component; do
    if [[ "$release" =~ ^(stable|testing|unstable|sid|$(own_suite))(-updates|-security)?$ ]]; then
      # sid has no update suites.
      [[ "$suite" == sid && -n "${BASH_REMATCH[2]}" ]] \
        || echo "deb $site $suite${BASH_REMATCH[2]} $component"
    fi
  done < <(apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages') \
    | sort --unique
}

own_suite() { (. /etc/os-release && echo "${VERSION_CODENAME:-sid}"); }

# Ends the script where no release can be unpacked.
can_unpack() {
  [[ "$(id -u)" == 0 ]] || fail "only root can unpack and enter another release of Debian"
  [[ -e /etc/debian_version ]] || fail "only Debian's own apt sources name a mirror of Debian"
}

# Unpacks the release, if that has not been done.
unpack() {
  local mirror
  [[ ! -d "$root" ]] || return 0
  mirror="$(suite_sources | awk -v suite="$suite" '$3 == suite && $4 == "main" { print $2; exit }')"
  [[ -n "$mirror" ]] || fail "apt's sources name no mirror of Debian"
  echo "$(basename "$0" .sh): unpacking Debian $suite into $root, once" >&2
  rm --recursive --force "$root.partial"
  debootstrap --variant=minbase --include=ca-certificates,make "$suite" "$root.partial" "$mirror" \
    >"$cache/debootstrap.log" || fail "debootstrap failed, see $cache/debootstrap.log"
  # Keeps packages from starting services.
  printf '#!/bin/sh\nexit 101\n' >"$root.partial/usr/sbin/policy-rc.d"
  chmod +x "$root.partial/usr/sbin/policy-rc.d"
  suite_sources >"$root.partial/etc/apt/sources.list"
  mv "$root.partial" "$root"
}

# The network configuration of this machine, which may change between runs.
hand_on_network() {
  local root=${1:-$root}
  cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
  cp --dereference /etc/hosts "$root/etc/hosts"
  apt-config dump | grep -E '^Acquire::(ftp|https?)::' >"$root/etc/apt/apt.conf.d/90host" || true
}
