extension TestStore {
  func timeout(_ duration: Duration?) -> Duration {
    duration.map { max(.zero, $0) } ?? Duration(nanoseconds: timeout)
  }

  /// Lets effects run until a condition is met, no effect is left, or the time is up. Effects that
  /// were skipped may still meet the condition.
  func wait(for duration: Duration?, until condition: () -> Bool) async {
    await settle()
    var patience = Patience(timeout(duration))
    while !condition(), journal.canReceive, !patience.isExhausted() { await Task.yield() }
  }

  /// Lets effects run that need not wait for anything, including those that are about to begin.
  func settle() async {
    for _ in 0..<Self.maximumSettlingTurns {
      await Task.yield()
      if journal.running.isEmpty { return }
    }
  }

  /// How often ``settle()`` yields while effects run. An effect takes several turns from one
  /// element of a stream to the next, and a new one waits ``TestCore/turnsBeforeEffects`` turns.
  static var maximumSettlingTurns: Int { 40 }
}
