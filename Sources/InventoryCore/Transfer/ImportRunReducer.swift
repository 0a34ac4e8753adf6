import ComposableArchitecture

/// Imports the file of the sheet, tells how far that has come, and ends it when that is asked.
struct ImportRunReducer: Reducer {
  typealias State = ImportFeature.State
  typealias Action = ImportFeature.Action

  enum CancelID {
    case run
  }

  @Dependency(\.transfer) var transfer
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.stopConfirmed)):
        state.isStopped = true
        return .run { _ in await dismiss() }

      case .cancelButtonTapped:
        guard state.running != nil else { return .run { _ in await dismiss() } }
        // Nothing has been imported; the next attempt may do it in another way.
        state.running = nil
        state.options.leavesOutProblems = false
        state.options.leftOutProblems = []
        return .cancel(id: CancelID.run)

      case .importButtonTapped:
        guard state.canImport else { return .none }
        state.rejection = nil
        state.rejectedOptions = nil
        state.running = RunningTransfer(start: now)
        return run(state)

      case .importEnded(.success(let summary)):
        state.running = nil
        state.alert = nil
        return .send(.delegate(.finished(summary)))

      case .importEnded(.failure(let error)):
        return showFailure(error, &state)

      case .importProgressed(let progress):
        state.running?.update(progress, at: now)
        return .none

      case .stopRequested:
        return askWhetherToStop(&state)

      default:
        return .none
      }
    }
  }

  private func run(_ state: State) -> Effect<Action> {
    .run { [file = state.file, options = state.options] send in
      for try await event in transfer.importItems(file, options) {
        switch event {
        case .progress(let progress): await send(.importProgressed(progress))
        case .finished(let summary): await send(.importEnded(.success(summary)))
        }
      }
    } catch: { error, send in
      await send(.importEnded(.failure(error)))
    }
    .cancellable(id: CancelID.run, cancelInFlight: true)
  }

  private func showFailure(_ error: any Error, _ state: inout State) -> Effect<Action> {
    state.running = nil
    state.alert = nil
    if let rejection = error as? ImportRejection {
      state.rejection = rejection
      state.rejectedOptions = state.options
    } else {
      state.options.leavesOutProblems = false
      state.options.leftOutProblems = []
      state.alert = .failure(tr("Nothing was imported"), error)
    }
    return .none
  }

  private func askWhetherToStop(_ state: inout State) -> Effect<Action> {
    guard state.running != nil else { return .none }
    state.alert = .stop(
      tr("Stop the import?"),
      message: tr("Nothing has been imported yet."),
      keepGoing: tr("Keep Importing"),
      action: .stopConfirmed
    )
    return .none
  }
}
