#!/bin/sh
# Updates what the desktop caches about a folder such as /usr/local/share:
#
#   scripts/update-desktop-caches.sh FOLDER
#
# The desktop works without the tools that are missing here, and reads icons without a cache. So
# only an icon cache that is there is updated: an outdated one would hide the icons.
set -eu

share=$1
icons=$share/icons/hicolor
applications=$share/applications

if [ -e "$icons/icon-theme.cache" ] && command -v gtk4-update-icon-cache >/dev/null; then
  gtk4-update-icon-cache --quiet --ignore-theme-index "$icons"
fi
if [ -d "$applications" ] && command -v update-desktop-database >/dev/null; then
  if [ -n "$(find "$applications" -name '*.desktop' -print -quit)" ]; then
    update-desktop-database --quiet "$applications"
  else
    rm -f "$applications/mimeinfo.cache"
  fi
fi
