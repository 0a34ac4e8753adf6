import ComposableGtk

/// Case paths of a struct.
// error: '@CasePathable' can only be applied to an enum
@CasePathable
private struct Counter {
  var count = 0
}
