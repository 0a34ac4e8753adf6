import Glibc

/// A benchmark: an operation of the library beside the same mutation in plain Swift.
struct Benchmark {
  /// The name of the operation in the table.
  let name: String
  /// The size of the state.
  let n: Int
  /// The project's aim in nanoseconds; `nil` if there is none.
  let target: Double?
  /// Creates the state, the store and the closures to measure, right before they are needed.
  let prepare: @MainActor () -> (library: Work, floor: Work)

  init(
    _ name: String,
    n: Int = 1,
    target: Double? = nil,
    prepare: @escaping @MainActor () -> (library: Work, floor: Work)
  ) {
    self.name = name
    self.n = n
    self.target = target
    self.prepare = prepare
  }
}

/// A closure to measure.
enum Work {
  /// Runs many times in a row. Each call counts as `operations` operations.
  case repeated(operations: Int = 1, @MainActor () -> Void)
  /// Runs a preparation before each call. The preparation is not measured.
  case prepared(@MainActor () -> Void, then: @MainActor () -> Void)
  /// Waits for other tasks. Each call counts as `operations` operations.
  case awaited(operations: Int = 1, @MainActor () async -> Void)
}

/// The result of a benchmark.
struct Result {
  let name: String
  let n: Int
  /// The nanoseconds per operation, as the median of all samples; or bytes.
  let figure: Double
  /// The same for plain Swift.
  let floor: Double
  let target: Double?
}

/// The shortest time of a sample, and the number of samples.
private let sampleNanoseconds = 1_000_000.0
private let sampleCount = 51

/// Measures an operation and its floor alternately, so that other load on the machine affects both.
@MainActor
func measure(_ benchmark: Benchmark) async -> Result {
  let (library, floor) = benchmark.prepare()
  let libraryCalls = await callsPerSample(library)
  let floorCalls = await callsPerSample(floor)
  var librarySamples: [Double] = []
  var floorSamples: [Double] = []
  for _ in 0..<sampleCount {
    librarySamples.append(await sample(library, calls: libraryCalls))
    floorSamples.append(await sample(floor, calls: floorCalls))
  }
  return Result(
    name: benchmark.name,
    n: benchmark.n,
    figure: median(librarySamples),
    floor: median(floorSamples),
    target: benchmark.target
  )
}

/// Repeats the measured operation of the library, or its floor, for some seconds, for a profiler.
///
/// - Returns: How many times it was called.
@MainActor
func exercise(_ benchmark: Benchmark, isFloor: Bool, for duration: Duration) async -> Int {
  let (library, floor) = benchmark.prepare()
  let work = isFloor ? floor : library
  let calls = await callsPerSample(work)
  let end = ContinuousClock.now + duration
  var total = 0
  while ContinuousClock.now < end {
    _ = await sample(work, calls: calls)
    total += calls
  }
  return total
}

func median(_ samples: [Double]) -> Double {
  samples.sorted()[samples.count / 2]
}

/// Returns the number of calls that fill a sample. Doubles the number until they do, which also
/// runs all code that only runs at the first call.
@MainActor
private func callsPerSample(_ work: Work) async -> Int {
  let operations =
    switch work {
    case .repeated(let operations, _), .awaited(let operations, _): operations
    case .prepared: 1
    }
  var calls = 1
  while await sample(work, calls: calls) * Double(calls * operations) < sampleNanoseconds {
    // Preparation is not measured and may take much longer than what is measured.
    if case .prepared = work, calls >= 8 { break }
    calls *= 2
  }
  return calls
}

/// Returns the nanoseconds per operation.
@MainActor
private func sample(_ work: Work, calls: Int) async -> Double {
  switch work {
  case .repeated(let operations, let body):
    let start = processorTime()
    for _ in 0..<calls { body() }
    return (processorTime() - start) / Double(calls * operations)

  case .prepared(let prepare, let body):
    var total = 0.0
    for _ in 0..<calls {
      prepare()
      let start = processorTime()
      body()
      total += processorTime() - start
    }
    return total / Double(calls)

  case .awaited(let operations, let body):
    // Time on the clock until the result has arrived, on whatever threads the work is done.
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<calls { await body() }
    return (clock.now - start) / .nanoseconds(1) / Double(calls * operations)
  }
}

/// Returns the processor time of this thread in nanoseconds, which does not include other programs.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Takes a value, so that the compiler cannot remove the code that computes it.
@inline(never)
@_optimize(none)
func keep<Value>(_: Value) {}
