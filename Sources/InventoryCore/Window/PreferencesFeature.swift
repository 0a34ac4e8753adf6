import ComposableArchitecture

/// The sheet with the preferences. They are shared: a change takes effect at once, in all windows
/// and all processes, and is kept.
@Reducer
public struct PreferencesFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var serverChoice = ServerChoiceFeature.State()
    @Shared(.currency) public var currency
    @Shared(.defaultLocation) public var defaultLocation
    @Shared(.skuPattern) public var skuPattern
    @Shared(.theme) public var theme

    public init() {}

    /// What is wrong with the pattern of numbers; `nil` if nothing is.
    public var skuPatternError: String? {
      SkuPattern(skuPattern) == nil
        ? tr("Write the first number between braces, such as \(SkuPattern.standardText).") : nil
    }

    /// The currencies that can be chosen: some, and the one that has been.
    public var currencies: [String] {
      let known = CurrencySigns.common
      return currency.isEmpty || known.contains(currency) ? known : (known + [currency]).sorted()
    }
  }

  public enum Action {
    case closeButtonTapped
    case serverChoice(ServerChoiceFeature.Action)
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.serverChoice, action: \.serverChoice) { ServerChoiceFeature() }
    Reduce { _, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .serverChoice:
        return .none
      }
    }
  }
}
