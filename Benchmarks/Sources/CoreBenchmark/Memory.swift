import ComposableArchitecture
import Foundation

/// A benchmark of the memory that an element takes, in the library and in plain Swift.
struct MemoryBenchmark {
  let name: String
  /// The project's aim in bytes; `nil` if there is none.
  let target: Double?
  /// Creates `count` elements, and returns an object that keeps them alive.
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

/// Returns the bytes for each element, by how much the memory of the process grows.
@MainActor
func measure(_ benchmark: MemoryBenchmark) -> Result {
  let count = 20_000
  func bytes(_ make: @MainActor (Int) -> Any) -> Double {
    // Memory that is allocated once, and freed memory that is used again, does not count.
    var kept: [Any] = [make(count / 10)]
    let before = residentBytes()
    kept.append(make(count))
    defer { withExtendedLifetime(kept) {} }
    return Double(residentBytes() - before) / Double(count)
  }
  // The smaller one first, because it would fit into memory that the other one has freed.
  let floor = bytes(benchmark.floor)
  return Result(
    name: benchmark.name,
    n: count,
    figure: bytes(benchmark.library),
    floor: floor,
    target: benchmark.target
  )
}

/// Returns the resident memory of this process.
private func residentBytes() -> Int {
  let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
    .split(separator: " ").dropFirst().first.flatMap { Int($0) }
  return (pages ?? 0) * Int(getpagesize())
}
