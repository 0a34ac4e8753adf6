#!/usr/bin/env bash
# Builds a Debian package of a built program, with the files in packaging/debian:
#
#   scripts/build-deb.sh [PROGRAM]
#
# PROGRAM is .build/release/inventory by default. The package and the files that describe it are in
# .build/deb afterwards. The toolchain need not be a Debian package. The program is not built again:
# packaging/debian/README.source says how dpkg-buildpackage builds it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program="$(realpath "${1:-.build/release/inventory}")"
folder=.build/deb

# A released program reads no variables that are made for debugging.
for name in INVENTORY_FRAME_LOG SWIFT_DEPENDENCIES_CONTEXT XCODE_RUNNING_FOR_PREVIEWS; do
  if grep --quiet --text --fixed-strings "$name" "$program"; then
    echo "build-deb: $program reads $name; is it a build for debugging?" >&2
    exit 1
  fi
done

rm --recursive --force "$folder"
mkdir --parents "$folder/source"
# What git knows, as it is now.
git ls-files -z | while IFS= read -r -d '' file; do
  if [[ -e "$file" ]]; then printf '%s\0' "$file"; fi
done | xargs --null cp --parents --no-dereference --target-directory "$folder/source"
mv "$folder/source/packaging/debian" "$folder/source/debian"
cd "$folder/source"
PROGRAM="$program" dpkg-buildpackage --no-sign --build=binary --no-check-builddeps
