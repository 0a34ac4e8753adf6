import ComposableArchitecture

/// Checks once a day whether the file of the database is sound, and backs it up.
struct IntegrityReducer: Reducer {
  typealias State = ItemListFeature.State
  typealias Action = ItemListFeature.Action

  enum CancelID {
    case checks
  }

  /// How long after one check of the database the next one begins, while the window stays open.
  static let interval = Duration.seconds(24 * 60 * 60)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.backups) var backups

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .integrityResponse(let problem):
        state.integrity = problem.map(ItemListFeature.Integrity.damaged) ?? .sound
        return .none

      case .list(.retryButtonTapped):
        state.integrity = .unknown
        state.isCheckDue = true
        return .none

      // What was damaged may be another file by now, also if another window has brought that.
      case .list(.refreshResponse(_, .success))
      where state.isCheckDue || state.integrity.is(\.damaged):
        state.isCheckDue = false
        return checkEveryDay()

      case .opened:
        state.offersBackups = backups.areOffered
        return checkEveryDay()

      default:
        return .none
      }
    }
  }

  /// Looks through the whole file, which takes seconds when it is large: at first, and once a day.
  /// What is sound is backed up.
  private func checkEveryDay() -> Effect<Action> {
    .run { send in
      while true {
        await check(send)
        try await clock.sleep(for: Self.interval)
      }
    }
    .cancellable(id: CancelID.checks, cancelInFlight: true)
  }

  private func check(_ send: Send<Action>) async {
    do {
      try await backups.checkIntegrity()
    } catch {
      // What cannot be looked at, such as a file that is locked, may be sound.
      guard let error = error as? any EngineError, error.isDamage else { return }
      return await send(.integrityResponse(DatabaseProblem(error)))
    }
    await send(.integrityResponse(nil))
    do {
      try await backups.backUp()
    } catch {
      // It keeps nobody from working.
      await send(.delegate(.backupFailed(reason: explanation(of: error))))
    }
  }
}
