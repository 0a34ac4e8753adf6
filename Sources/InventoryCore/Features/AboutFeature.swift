import ComposableArchitecture

/// The sheet that says what the program is.
@Reducer
public struct AboutFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let version = InventoryVersion.current

    public init() {}
  }

  public enum Action {
    case closeButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

/// The version of the program.
public enum InventoryVersion {
  public static let current = "0.1.0"
}
