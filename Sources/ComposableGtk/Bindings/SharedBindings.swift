import ComposableArchitecture
import GtkViews

extension Binding {
  /// A binding to shared state: `Toggle("Sound", isOn: Binding(store.$isSoundOn))`.
  ///
  /// Writing to the binding changes the shared value directly, without an action.
  ///
  /// - Parameter base: The shared value.
  public init(_ base: Shared<Value>) {
    self.init(
      get: { base.wrappedValue },
      set: { newValue in base.withLock { $0 = newValue } }
    )
  }
}
