import ComposableGtk

/// A shared value without a value for the first start.
@Reducer
private struct SharedDefault {
  @ObservableState
  // error: 'init(_:)' is unavailable: give the property a value, or make it an optional: there may
  // be no value yet
  struct State { @Shared(.appStorage("count")) var count: Int }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
