# Reads the lines of the baseline, then those of the benchmark, and prints them side by side.

function field(name) {
  match($0, "\"" name "\": \"?[^,\"}]+")
  value = substr($0, RSTART, RLENGTH)
  sub(/.*: "?/, "", value)
  return value
}

{ key = field("name") " " field("n") }

FNR == NR { baseline[key] = field("us"); next }

FNR == 1 { printf "%-16s %8s %12s %12s %7s\n", "µs", "n", "C", "library", "ratio" }

{
  split(key, parts, " ")
  if (key in baseline)
    printf "%-16s %8d %12.1f %12.1f %7.2f\n", parts[1], parts[2], baseline[key], field("us"),
      field("us") / baseline[key]
  else
    printf "%-16s %8d %12s %12.1f\n", parts[1], parts[2], "", field("us")
}
