import ComposableGtk

/// A reducer that is a class.
// error: '@Reducer' can only be applied to a struct or an enum
@Reducer
private final class Counter {
  struct State {}
  enum Action {}
}
