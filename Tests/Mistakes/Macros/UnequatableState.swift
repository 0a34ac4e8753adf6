import ComposableGtk

/// A state that is compared and cannot be.
private struct Weight { var grams = 0 }

@Reducer
private struct Counter {
  @ObservableState
  // error: type 'Counter.State' does not conform to protocol 'Equatable'
  struct State: Equatable {
    var weight = Weight()
  }
}
