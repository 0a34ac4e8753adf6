import ComposableArchitecture

/// A short message about what has just happened, which goes by itself after some seconds.
@Reducer
public struct ToastFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    /// Another message has another id.
    public let id: Int
    public var text: String
    /// What the message offers to do.
    public var button: Button?

    public init(id: Int, text: String, button: Button? = nil) {
      self.id = id
      self.text = text
      self.button = button
    }
  }

  public enum Button: Equatable, Sendable {
    /// Goes where a link leads.
    case open(DeepLink)
    case redo
    case undo
  }

  public enum Action {
    case buttonTapped
    case delegate(Delegate)
    /// The user is at the message with the pointer or the keyboard, or leaves it.
    case held(Bool)
    case shown

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case buttonTapped(Button)
    }
  }

  enum CancelID {
    case timer
  }

  /// How long a message stays that nobody is at.
  public static let duration = Duration.seconds(10)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .buttonTapped:
        return state.button.map { .send(.delegate(.buttonTapped($0))) } ?? .none

      case .delegate:
        return .none

      case .held(true):
        return .cancel(id: CancelID.timer)

      case .held(false), .shown:
        return .run { _ in
          try await clock.sleep(for: Self.duration)
          await dismiss()
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      }
    }
  }
}
