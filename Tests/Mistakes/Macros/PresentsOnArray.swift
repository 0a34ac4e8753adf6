import ComposableGtk

/// Presented state that is not optional.
@Reducer
private struct Counter {
  @ObservableState
  struct State {
    // error: '@Presents' requires an optional type
    @Presents var crate: Crate.State
  }
}
