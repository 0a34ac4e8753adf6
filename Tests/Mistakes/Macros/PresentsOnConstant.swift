import ComposableGtk

/// Presented state that cannot change.
@Reducer
private struct Counter {
  @ObservableState
  struct State {
    // error: '@Presents' can only be applied to a 'var'
    @Presents let crate: Crate.State?
  }
}
