#!/usr/bin/env bash
# Runs a command as if GTK were not installed, which shows that what it builds needs no GTK:
#
#   scripts/without-gtk.sh COMMAND...
#
# SwiftPM asks pkg-config only for the folders that describe libraries, and reads them by itself. So
# a pkg-config that answers with a folder of its own hides the other libraries from it. The C
# libraries of what is left without GTK are in the compiler's own folders, where GTK's headers are
# not.
set -euo pipefail

fail() {
  echo "without-gtk: $*" >&2
  exit 1
}

folder="$(mktemp --directory)"
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/pkgconfig"
# With the flags of libraries other than GTK, what is built here need not be built again with GTK.
for library in expat uchardet; do
  file="$(pkg-config --variable pcfiledir "$library" 2>/dev/null || true)/$library.pc"
  test ! -e "$file" || cp "$file" "$folder/pkgconfig"
done
cat >"$folder/bin/pkg-config" <<END
#!/bin/sh
test "\$*" != "--variable pc_path pkg-config" || exec echo "$folder/pkgconfig"
exec $(command -v pkg-config || echo false) "\$@"
END
chmod +x "$folder/bin/pkg-config"
export PATH="$folder/bin:$PATH" PKG_CONFIG_LIBDIR="$folder/pkgconfig" PKG_CONFIG_PATH=

! pkg-config --exists gtk4 || fail "pkg-config still finds GTK."
# SwiftPM looks into these folders whatever pkg-config says.
for known in /usr/local/lib /usr/local/share /usr/lib /usr/share; do
  test ! -e "$known/pkgconfig/gtk4.pc" || fail "SwiftPM finds $known/pkgconfig/gtk4.pc."
done
! g++ -fsyntax-only -include gtk/gtk.h -x c++ /dev/null 2>/dev/null \
  || fail "the compiler finds GTK's headers by itself."

"$@"
