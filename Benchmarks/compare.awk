# Reads the lines of several runs of the baseline, then those of as many runs of the benchmark, and
# prints the medians side by side.

function field(name) {
  match($0, "\"" name "\": \"?[^,\"}]+")
  value = substr($0, RSTART, RLENGTH)
  sub(/.*: "?/, "", value)
  return value
}

# The median of the values of a key, which are numbered from 1.
function median(values, key, count,    sorted, i, j) {
  for (i = 1; i <= count; i++) {
    for (j = i; j > 1 && sorted[j - 1] > values[key, i]; j--) sorted[j] = sorted[j - 1]
    sorted[j] = values[key, i]
  }
  return sorted[int((count + 1) / 2)]
}

{ key = field("name") " " field("n") }

FNR == NR { baseline[key, ++baselineCount[key]] = field("us") + 0; next }

!(key in count) { keys[++keyCount] = key }
{ library[key, ++count[key]] = field("us") + 0 }

END {
  printf "%-16s %8s %12s %12s %7s\n", "µs", "n", "C", "library", "ratio"
  for (i = 1; i <= keyCount; i++) {
    key = keys[i]
    split(key, parts, " ")
    own = median(library, key, count[key])
    if (key in baselineCount) {
      other = median(baseline, key, baselineCount[key])
      printf "%-16s %8d %12.1f %12.1f %7.2f\n", parts[1], parts[2], other, own, own / other
    } else
      printf "%-16s %8d %12s %12.1f\n", parts[1], parts[2], "", own
  }
}
