#!/bin/bash
# Takes a picture of every page of the gallery.
#
# usage: scripts/with-display.sh scripts/gallery-screenshots.sh FOLDER [PAGE…]
#
# Wants openbox, xdotool and ImageMagick, and the built program. GTK_THEME=Adwaita:dark makes dark ones.
set -euo pipefail

folder=$1
shift
gallery=$(dirname "$0")/../.build/debug/gallery
mkdir -p "$folder"

openbox 2>/dev/null &
manager=$!
trap 'kill $manager 2>/dev/null' EXIT

pages=("$@")
[ $# -gt 0 ] || mapfile -t pages < <("$gallery" --list)

for page in "${pages[@]}"; do
  "$gallery" --page "$page" 2>"$folder/$page.log" &
  program=$!
  timeout 20 xdotool search --sync --onlyvisible --pid $program >/dev/null 2>&1 || true
  # A frame is drawn after the window is there, and dialogs open in turn: the picture is taken when two are the same.
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
