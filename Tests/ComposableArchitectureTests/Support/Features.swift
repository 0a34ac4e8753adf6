import ComposableArchitecture

/// A counter that dismisses itself at five.
@Reducer
struct CounterFeature {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var note = ""
  }
  enum Action: Equatable {
    case decrementButtonTapped
    case incrementButtonTapped
    case startTimer
    case stopTimer
    case tick
    case closeButtonTapped
    case closeAndTick
  }
  enum CancelID { case timer }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        return .none
      case .incrementButtonTapped:
        state.count += 1
        return state.count >= 5 ? .run { _ in await self.dismiss() } : .none
      case .startTimer:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
        .cancellable(id: CancelID.timer)
      case .stopTimer:
        return .cancel(id: CancelID.timer)
      case .tick:
        state.count += 1
        return .none
      case .closeButtonTapped:
        return .run { _ in await self.dismiss() }
      case .closeAndTick:
        return .run { send in
          await self.dismiss()
          await send(.tick)
        }
      }
    }
  }
}

/// A stack of counters.
@Reducer
struct StackFeature {
  @Reducer
  enum Path {
    case counter(CounterFeature)
    case other(CounterFeature)
  }
  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var total = 0
  }
  enum Action {
    case path(StackActionOf<Path>)
    case pushTwo
    case popToRoot
    case replaceAll
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(id: _, action: .counter(.incrementButtonTapped))):
        state.total += 1
        return .none
      case .path:
        return .none
      case .pushTwo:
        state.path.append(.counter(CounterFeature.State()))
        state.path.append(.counter(CounterFeature.State()))
        return .none
      case .popToRoot:
        state.path.removeAll()
        return .none
      case .replaceAll:
        state.path = StackState([.other(CounterFeature.State(count: 3))])
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
extension StackFeature.Path.State: Equatable {}

/// A feature that presents a counter, or an alert, or a dialog.
@Reducer
struct PresentingFeature {
  @Reducer
  enum Destination {
    case counter(CounterFeature)
    case other(CounterFeature)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert: Equatable { case confirm }
  }
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Presents var single: CounterFeature.State?
    var confirmed = 0
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case single(PresentationAction<CounterFeature.Action>)
    case present
    case presentOther
    case presentAlert
    case presentSingle
    case clear
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.alert(.confirm))):
        state.confirmed += 1
        return .none
      case .destination, .single:
        return .none
      case .present:
        state.destination = .counter(CounterFeature.State())
        return .none
      case .presentOther:
        state.destination = .other(CounterFeature.State())
        return .none
      case .presentAlert:
        state.destination = .alert(
          AlertState {
            TextState("Sure?")
          } actions: {
            ButtonState(role: .destructive, action: .confirm) { TextState("Yes") }
          }
        )
        return .none
      case .presentSingle:
        state.single = CounterFeature.State()
        return .none
      case .clear:
        state.destination = nil
        state.single = nil
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$single, action: \.single) {
      CounterFeature()
    }
  }
}
extension PresentingFeature.Destination.State: Equatable {}
