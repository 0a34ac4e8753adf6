import Glibc

/// One figure to be had: an operation of the library beside the same mutation in plain Swift.
struct Benchmark {
  /// What is done, as the table shows it.
  let name: String
  /// The size it is done at.
  let n: Int
  /// Nanoseconds that the project aims at, `nil` where it has set itself no aim.
  let target: Double?
  /// Makes the state, the store and what works on them, right before they are needed.
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

/// A closure to be timed.
enum Work {
  /// Runs many times in a row; each call stands for so many operations.
  case repeated(operations: Int = 1, @MainActor () -> Void)
  /// Needs something done before each call, which does not count.
  case prepared(@MainActor () -> Void, then: @MainActor () -> Void)
  /// Waits for other tasks; each call stands for so many operations.
  case awaited(operations: Int = 1, @MainActor () async -> Void)
}

/// A figure.
struct Result {
  let name: String
  let n: Int
  /// Nanoseconds per operation, the median of all samples; or bytes.
  let figure: Double
  /// The same for plain Swift.
  let floor: Double
  let target: Double?
}

/// How long a sample takes at least, and how many there are.
private let sampleNanoseconds = 1_000_000.0
private let sampleCount = 51

/// Measures an operation and its floor by turns, so that what else the machine does hits both.
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

/// Repeats what is measured of the library for some seconds, for a profiler to look at.
@MainActor
func exercise(_ benchmark: Benchmark, for duration: Duration) async {
  let library = benchmark.prepare().library
  let calls = await callsPerSample(library)
  let end = ContinuousClock.now + duration
  while ContinuousClock.now < end { _ = await sample(library, calls: calls) }
}

func median(_ samples: [Double]) -> Double {
  samples.sorted()[samples.count / 2]
}

/// Doubles the number of calls until they fill a sample. What is done for the first time is done here.
@MainActor
private func callsPerSample(_ work: Work) async -> Int {
  let operations =
    switch work {
    case .repeated(let operations, _), .awaited(let operations, _): operations
    case .prepared: 1
    }
  var calls = 1
  while await sample(work, calls: calls) * Double(calls * operations) < sampleNanoseconds {
    // Preparation is not part of the time, and may take much longer than what is.
    if case .prepared = work, calls >= 8 { break }
    calls *= 2
  }
  return calls
}

/// Nanoseconds per operation.
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
    // What counts is when the answer is there, on whichever threads the work for it was done.
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<calls { await body() }
    return (clock.now - start) / .nanoseconds(1) / Double(calls * operations)
  }
}

/// The processor time of this thread, in nanoseconds: other programs do not count.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Takes a value, so that the compiler can not leave out what computes it.
@inline(never)
@_optimize(none)
func keep<Value>(_: Value) {}
