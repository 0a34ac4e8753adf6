import ComposableArchitecture

@Reducer
public struct Kettle: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var isOn = false
    public var temperature: Int

    public init(temperature: Int = 20) {
      self.temperature = temperature
    }
  }

  public enum Action: Sendable {
    case boiled
    case delegate(Delegate)
    case switchedOn

    @CasePathable
    public enum Delegate: Sendable {
      case waterIsReady
    }
  }

  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .boiled:
        state.isOn = false
        state.temperature = 100
        return .send(.delegate(.waterIsReady))
      case .delegate:
        return .none
      case .switchedOn:
        state.isOn = true
        return .run { send in
          try await clock.sleep(for: .seconds(60))
          await send(.boiled)
        }
      }
    }
  }
}

@Reducer
public struct Kitchen: Sendable {
  @Reducer
  public enum Destination {
    case kettle(Kettle)
  }

  @ObservableState
  public struct State: Equatable {
    @Presents public var destination: Destination.State?
    public var cups = 0

    public init() {}
  }

  public enum Action {
    case destination(PresentationAction<Destination.Action>)
    case kettleButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.kettle(.delegate(.waterIsReady)))):
        state.cups += 1
        state.destination = nil
        return .none
      case .destination:
        return .none
      case .kettleButtonTapped:
        state.destination = .kettle(Kettle.State())
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Kitchen.Destination.State: Equatable {}
