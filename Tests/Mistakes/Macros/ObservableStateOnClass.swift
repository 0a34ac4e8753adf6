import ComposableGtk

/// Observable state that is a class.
// error: '@ObservableState' can only be applied to a struct or an enum
@ObservableState
private final class Tally {
  var count = 0
}
