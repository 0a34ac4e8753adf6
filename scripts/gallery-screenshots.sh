#!/bin/bash
# Takes a screenshot of every page of the gallery.
#
# usage: scripts/with-display.sh scripts/gallery-screenshots.sh FOLDER [PAGE…]
#
# Needs openbox, xdotool, ImageMagick and the built program. For dark screenshots, set DARK=1. A
# theme in GTK_THEME would be shown without the look of the library.
set -euo pipefail

folder=$1
shift
gallery=$(dirname "$0")/../.build/debug/gallery
mkdir -p "$folder" "$XDG_CONFIG_HOME/gtk-4.0"
printf '[Settings]\ngtk-application-prefer-dark-theme=%s\n' "${DARK:-0}" \
  >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"

openbox 2>/dev/null &
manager=$!
trap 'kill $manager 2>/dev/null' EXIT

pages=("$@")
[ $# -gt 0 ] || mapfile -t pages < <("$gallery" --list)

for page in "${pages[@]}"; do
  "$gallery" --page "$page" 2>"$folder/$page.log" &
  program=$!
  timeout 20 xdotool search --sync --onlyvisible --pid $program >/dev/null 2>&1 || true
  # A window draws its frames after it has opened, and dialogs open one after another: wait until
  # two screenshots are equal.
  before=
  for _ in $(seq 50); do
    import -window root "$folder/$page.png"
    after=$(md5sum <"$folder/$page.png")
    [ "$before" = "$after" ] && break
    before=$after
    read -rt 0.3 <> <(:) || true
  done
  kill $program
  wait $program 2>/dev/null || true
  [ -s "$folder/$page.log" ] || rm "$folder/$page.log"
done
