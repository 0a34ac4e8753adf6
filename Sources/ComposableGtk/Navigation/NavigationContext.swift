import ComposableArchitecture
import GtkKit
import GtkViews

/// The nearest navigation stack, as the views in it see it.
final class NavigationContext {
  /// Pushes a state; gives whether the stack holds states of that type.
  private let pushState: (Any) -> Bool
  /// What the stack holds, for reports.
  let elementType: Any.Type

  init(elementType: Any.Type, pushState: @escaping (Any) -> Bool) {
    self.elementType = elementType
    self.pushState = pushState
  }

  func push(_ state: Any) -> Bool {
    pushState(state)
  }
}

private enum NavigationContextKey: EnvironmentKey {
  static let defaultValue: NavigationContext? = nil
}

extension EnvironmentValues {
  /// The nearest navigation stack, `nil` outside of one.
  var navigation: NavigationContext? {
    get { self[NavigationContextKey.self] }
    set { self[NavigationContextKey.self] = newValue }
  }
}
