#!/usr/bin/env bash
# The translations of Inventory in po/.
#
#   scripts/translations.sh update          writes the template, and takes it into all languages
#   scripts/translations.sh compile FOLDER  writes FOLDER/LANGUAGE/LC_MESSAGES/inventory.mo
#   scripts/translations.sh check           fails if a text is not translated, or not correctly
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly domain=inventory
readonly id=io.github.composable_gtk.Inventory

languages() { grep --invert-match '^#' po/LINGUAS; }

# Writes the template $1: the texts of the sources, of the desktop entry and of the metainfo.
write_template() {
  scripts/texts.py template "$1"
  xgettext --join-existing --add-location=file --omit-header --output="$1" --keyword --keyword=Name \
    --keyword=GenericName --keyword=Comment --keyword=Keywords "resources/$id.desktop"
  xgettext --join-existing --add-location=file --omit-header --output="$1" "resources/$id.metainfo.xml"
}

# Takes the template $1 into the file $2 of a language.
merge() {
  msgmerge --quiet --update --backup=none --no-wrap --add-location=file "$2" "$1"
}

update() {
  local language
  write_template "po/$domain.pot"
  for language in $(languages); do
    merge "po/$domain.pot" "po/$language.po"
    printf '%s: ' "$language"
    msgfmt --check --statistics --output-file=/dev/null "po/$language.po"
  done
}

compile() {
  local language
  for language in $(languages); do
    mkdir -p "$1/$language/LC_MESSAGES"
    msgfmt --check --output-file="$1/$language/LC_MESSAGES/$domain.mo" "po/$language.po"
  done
}

check() {
  local folder language bad status=0
  folder="$(mktemp --directory)"
  # shellcheck disable=SC2064 # the folder is known now
  trap "rm --recursive --force '$folder'" EXIT
  scripts/texts.py unwrapped || status=1
  write_template "$folder/$domain.pot"
  for language in $(languages); do
    cp "po/$language.po" "$folder/$language.po"
    merge "$folder/$domain.pot" "$folder/$language.po"
    msgfmt --check --output-file=/dev/null "$folder/$language.po" || status=1
    bad="$({
      msgattrib --no-obsolete --untranslated "$folder/$language.po"
      msgattrib --no-obsolete --only-fuzzy "$folder/$language.po"
    } | grep '^msgid "..*"' || true)"
    if [[ -n "$bad" ]]; then
      echo "po/$language.po: not translated, or only nearly ('make translations' adds them):" >&2
      echo "$bad" >&2
      status=1
    fi
  done
  return "$status"
}

case "${1:-}" in
  update) update ;;
  compile) compile "${2:?a folder}" ;;
  check) check ;;
  *)
    echo "usage: scripts/translations.sh update|compile FOLDER|check" >&2
    exit 2
    ;;
esac
