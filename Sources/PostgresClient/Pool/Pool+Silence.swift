/// What a pool knows of answers that a server owes.
struct OwedAnswers {
  /// How many answers somebody waits for.
  var count = 0
  /// Since when nothing has come from the server, though it owes an answer. This does not end when
  /// somebody gives up waiting.
  var since: ContinuousClock.Instant?
  /// What has ended the wait for the last answer that did not come.
  var error: PostgresError?
  /// Looks for silence as long as answers are owed.
  var watch: Task<Void, Never>?
}

extension Pool {
  /// Does something that a server answers at once, or step by step, if it is there: to connect, or
  /// to answer a small question.
  ///
  /// This is the one rule by which a server counts as lost though nobody has closed a connection:
  /// somebody waits for such an answer, and nothing has come from the server on any connection for
  /// the time of ``Configuration/patience``. It does not matter whose answer it is, what the wait
  /// is for, or how long it may take until it ends with an error. The server is there again as soon
  /// as it has answered. After ``Configuration/longestPatience`` all connections are closed.
  package func expectAnswer<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    beginToExpect()
    do {
      let value = try await body()
      owed.count -= 1
      noteAnswer()
      return value
    } catch {
      owed.count -= 1
      noteFailure(error)
      throw error
    }
  }

  private func beginToExpect() {
    owed.count += 1
    if let since = owed.since, pulse.lastBeat <= since {
      // An earlier answer is still owed.
    } else {
      owed.since = .now
      owed.error = nil
    }
    guard owed.watch == nil, !isClosed else { return }
    owed.watch = Task { [weak self] in
      while let pause = await self?.lookForSilence() {
        do { try await Task.sleep(for: pause) } catch { return }
      }
    }
  }

  private func noteFailure(_ error: any Error) {
    guard let error = error as? PostgresError else {
      // Nobody waits any more.
      if owed.count == 0 { owed.since = nil }
      return
    }
    switch error.kind {
    case .unreachable, .timedOut, .connectionLost, .commitUnknown: owed.error = error
    case .poolExhausted, .closed, .misuse: break
    // The server has said it.
    default: noteAnswer()
    }
  }

  /// Notes that the server has answered. If it counted as lost for its silence, it is there again.
  private func noteAnswer() {
    owed.since = owed.count > 0 ? .now : nil
    owed.error = nil
    guard isSilent else { return }
    isSilent = false
    // Connections are made when somebody asks for one.
    if !isReconnecting, case .lost = state { state = .connected }
  }

  /// Draws conclusions from how long the server has been silent.
  ///
  /// - Returns: When to look again; `nil` if the server owes nothing.
  private func lookForSilence() async -> Duration? {
    let lastBeat = pulse.lastBeat
    if let since = owed.since, lastBeat > since { owed.since = owed.count > 0 ? lastBeat : nil }
    guard let since = owed.since, !isClosed else {
      owed.watch = nil
      return nil
    }
    let silence = since.duration(to: .now)
    let patience = configuration.patience
    guard silence >= patience else { return patience - silence }
    let error =
      owed.error ?? PostgresError(.connectionLost, "The server does not answer any more.")
    noteSilence(error)
    let longestPatience = configuration.longestPatience
    guard silence >= longestPatience else { return longestPatience - silence }
    // Without an answer, libpq would wait for those that others expect, too.
    owed.since = nil
    owed.watch = nil
    await closeConnections(because: error)
    return nil
  }

  private func noteSilence(_ error: PostgresError) {
    switch state {
    case .connecting, .connected:
      isSilent = true
      noteLoss(.now, attempts: 0, retryIn: .zero, error)
    case .lost, .failed: break
    }
  }

  /// Asks the server now and then whether it answers, while there are connections to it.
  ///
  /// - Parameter pause: The pause between two questions.
  package func askWhetherItAnswers(every pause: Duration) async {
    while true {
      do { try await Task.sleep(for: pause) } catch { return }
      // If all are in use, what is asked there may take long.
      guard state == .connected, hasIdleConnection else { continue }
      _ = try? await expectAnswer { [configuration] in
        try await self.rows("SELECT 1", timeout: configuration.longestPatience)
      }
    }
  }
}
