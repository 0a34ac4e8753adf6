/// The same state and mutations in plain Swift, without the library.
struct PlainMeter: Equatable {
  var id = 0
  var count = 0
}

@MainActor
final class Plain {
  var meter = PlainMeter()
  var meters: [PlainMeter]
  var presented: PlainMeter?

  init(count: Int = 0) {
    meters = (0..<count).map { PlainMeter(id: $0) }
  }

  func increment() { meter.count += 1 }
  func incrementLast() { meters[meters.count - 1].count += 1 }
  func incrementPresented() { presented?.count += 1 }

  /// Does the same as a `run` effect: leaves the main actor, and returns to it to change the state.
  func incrementFromTask() -> Task<Void, Never> {
    Task { await Self.elsewhere { self.increment() } }
  }

  @concurrent
  private nonisolated static func elsewhere(_ body: @MainActor @Sendable () -> Void) async {
    await body()
  }
}
