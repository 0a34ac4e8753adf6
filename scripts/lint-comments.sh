#!/usr/bin/env bash
# Checks what `swift format` leaves out: that comments and documents end at 100 columns, and that
# they and the names of tests do not use phrases that the glossary has replaced. Prints
# "FILE:LINE: what to do" for each line that has to be changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t files < <(
  git ls-files --cached --others --exclude-standard \
    | grep -E '(\.(swift|c|h|sh|py|awk|supp|md)|(^|/)Makefile|^\.ci/run)$' \
    | while read -r file; do [[ -e "$file" ]] && echo "$file"; done
)

# In the locale C each awk counts bytes; the bytes that continue a character are not counted.
LC_ALL=C awk '
  BEGIN {
    count = 0
    # ban(IDIOM, CHANGE): a regular expression for text in small letters, and what to write.
    ban("gives whether", "write \"Returns whether\"")
    ban("gives what", "write \"Returns\" and name the value")
    ban("another number whenever", "write \"revision\"")
    ban("another one whenever", "write \"revision\"")
    ban("is told apart", "write what distinguishes it, such as its \"id\"")
    ban("nothing is known", "say what is returned instead")
    ban("ever after", "write \"from then on\", or say until when")
    ban("there is no such[.;,)]", "name what is missing")
    ban("by turns", "write \"alternately\"")
    ban("hears of", "write \"is notified of\" or \"observes\"")
    ban("sp(eaks|oke) for", "name who sends what")
    ban("makes anew", "write \"creates again\"")
  }
  function ban(idiom, change) {
    idioms[++count] = idiom
    changes[count] = change
  }
  function report(what) {
    printf "%s:%d: %s.\n", FILENAME, FNR, what
    failures++
  }
  FNR == 1 {
    document = FILENAME ~ /\.md$/
    hash = FILENAME !~ /\.(swift|c|h)$/
    c = FILENAME ~ /\.(c|h)$/
    block = 0
  }
  {
    # Tables and code in documents may be wider.
    if (document && /^```/) block = !block
    if (document) comment = !block && $0 !~ /^(\||    |```)/
    else if (hash) comment = $0 ~ /^[ \t@]*#/
    else comment = block || $0 ~ /^[ \t]*\/[\/*]/ || $0 ~ /[^ \t:"].* \/\/ [^"]*$/ \
      || (c && $0 ~ /\/\*/)
    # Blocks between "/*" and "*/", whose lines need not begin with a sign.
    if (!hash) {
      if ($0 ~ /^[ \t]*\/\*/) block = 1
      if ($0 ~ /\*\//) block = 0
    }
  }
  comment && length($0) > 100 {
    line = $0
    gsub(/[\200-\277]/, "", line)
    if (length(line) > 100) {
      report("the line has " length(line) " columns; wrap it at 100")
    }
  }
  comment || /@Test/ {
    line = tolower($0)
    for (i = 1; i <= count; i++)
      if (line ~ idioms[i]) report("\"" idioms[i] "\": " changes[i])
  }
  END {
    if (failures == 0) exit
    print "CONTRIBUTING.md has the rules, and the article Glossary the words."
    exit 1
  }
' "${files[@]}"
