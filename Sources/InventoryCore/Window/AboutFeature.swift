import ComposableArchitecture

/// The sheet that says what the program is. A page of it tells the licenses.
@Reducer
public struct AboutFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let version = InventoryVersion.current
    @Presents public var legal: LegalFeature.State?

    /// - Parameter legal: the page with the licenses, if it is open.
    public init(legal: LegalFeature.State? = nil) {
      self.legal = legal
    }
  }

  public enum Action {
    case closeButtonTapped
    case legal(PresentationAction<LegalFeature.Action>)
    case legalButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .legal:
        return .none

      case .legalButtonTapped:
        state.legal = LegalFeature.State()
        return .none
      }
    }
    .ifLet(\.$legal, action: \.legal) { LegalFeature() }
  }
}

/// The version of the program.
public enum InventoryVersion {
  public static let current = "0.1.0"
}
