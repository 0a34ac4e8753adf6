import Foundation

/// Measures the core, and prints a table or JSON lines.
///
///     core-benchmark [--json] [PART OF A NAME]
///     core-benchmark --profile NAME [N]
///     core-benchmark --profile-floor NAME [N]
///
/// The other forms repeat one benchmark, or its floor, for three seconds, for a profiler.
@main
struct CoreBenchmark {
  @MainActor
  static func main() async {
    var arguments = CommandLine.arguments.dropFirst()
    if let option = arguments.first, option.hasPrefix("--profile"), arguments.count > 1 {
      let name = arguments[2]
      let n = arguments.count > 2 ? Int(arguments[3]) : nil
      for benchmark in benchmarks where benchmark.name == name && n ?? benchmark.n == benchmark.n {
        let calls = await exercise(
          benchmark,
          isFloor: option == "--profile-floor",
          for: .seconds(3)
        )
        print("\(calls) calls")
      }
      return
    }

    let isJSON = arguments.first == "--json"
    if isJSON { arguments.removeFirst() }
    let part = arguments.first ?? ""

    if !isJSON { print(row("ns per operation", "n", "library", "plain", "aim", "of it")) }
    for benchmark in benchmarks where part.isEmpty || benchmark.name.contains(part) {
      let result = await measure(benchmark)
      print(isJSON ? jsonLine(result, "ns") : row(result))
      fflush(nil)
    }

    let memoryBenchmarks = memoryBenchmarks.filter { part.isEmpty || $0.name.contains(part) }
    if !isJSON, !memoryBenchmarks.isEmpty {
      print("\n" + row("bytes each", "n", "library", "plain", "aim", "of it"))
    }
    for benchmark in memoryBenchmarks {
      let result = measure(benchmark)
      print(isJSON ? jsonLine(result, "bytes") : row(result))
    }
  }

  private static func jsonLine(_ result: Result, _ unit: String) -> String {
    String(
      format: "{\"name\": \"%@\", \"n\": %d, \"\(unit)\": %.1f, \"floor_\(unit)\": %.1f}",
      result.name,
      result.n,
      result.figure,
      result.floor
    )
  }

  private static func row(_ result: Result) -> String {
    row(
      result.name,
      "\(result.n)",
      number(result.figure),
      number(result.floor),
      result.target.map(number) ?? "",
      result.target.map { String(format: "%.1f", result.figure / $0) } ?? ""
    )
  }

  private static func row(_ name: String, _ columns: String...) -> String {
    name.padding(toLength: 46, withPad: " ", startingAt: 0)
      + columns.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }.joined()
  }

  private static func number(_ value: Double) -> String {
    String(format: value < 100 ? "%.1f" : "%.0f", value)
  }
}
