import ComposableArchitecture
import Foundation

/// One figure of memory to be had: what an element takes, in the library and in plain Swift.
struct MemoryBenchmark {
  let name: String
  /// Bytes that the project aims at, `nil` where it has set itself no aim.
  let target: Double?
  /// Make so many elements, and return what keeps them alive.
  let library: @MainActor (_ count: Int) -> Any
  let floor: @MainActor (_ count: Int) -> Any
}

@MainActor
let memoryBenchmarks: [MemoryBenchmark] = [
  MemoryBenchmark(name: "element of a stack, mounted", target: 1_000) {
    makeBook(count: $0)
  } floor: {
    Plain(count: $0)
  },
  MemoryBenchmark(name: "element of a stack, mounted, with its store", target: nil) {
    let store = makeBook(count: $0)
    return (store, elementStores(of: store))
  } floor: {
    Plain(count: $0)
  },
]

/// Bytes for each element, by what the process has more of afterwards.
@MainActor
func measure(_ benchmark: MemoryBenchmark) -> Result {
  let count = 20_000
  func bytes(_ make: @MainActor (Int) -> Any) -> Double {
    // What is made for the first time, and room for what is freed later, does not count.
    var kept: [Any] = [make(count / 10)]
    let before = residentBytes()
    kept.append(make(count))
    defer { withExtendedLifetime(kept) {} }
    return Double(residentBytes() - before) / Double(count)
  }
  // The smaller one first: it would fit into what the other one has freed.
  let floor = bytes(benchmark.floor)
  return Result(
    name: benchmark.name,
    n: count,
    figure: bytes(benchmark.library),
    floor: floor,
    target: benchmark.target
  )
}

/// The memory of this process that is not swapped out.
private func residentBytes() -> Int {
  let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
    .split(separator: " ").dropFirst().first.flatMap { Int($0) }
  return (pages ?? 0) * Int(getpagesize())
}
