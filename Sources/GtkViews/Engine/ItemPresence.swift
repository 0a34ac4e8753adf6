/// Tells whether the state still contains the item that views are shown for: the item of a sheet,
/// or the element of a page.
///
/// It knows as soon as the state has changed. The views themselves are updated only later, and may
/// stay on the screen until a transition ends.
package final class ItemPresence {
  private let outer: ItemPresence?
  private let isItemThere: () -> Bool

  /// - Parameters:
  ///   - environment: The environment of the presenting views. If their own item is gone, this one
  ///     counts as gone too.
  ///   - isItemThere: Reads whether the state contains the item.
  package init(in environment: EnvironmentValues, isItemThere: @escaping () -> Bool) {
    outer = environment.itemPresence
    self.isItemThere = isItemThere
  }

  deinit {}

  /// Whether the state contains the item, and those of the presenting views.
  var isThere: Bool { outer?.isThere ?? true && isItemThere() }
}

private enum ItemPresenceKey: EnvironmentKey {
  static let defaultValue: ItemPresence? = nil
}

extension EnvironmentValues {
  /// The presence of the item that the views are shown for; `nil` if they are not shown for an
  /// item.
  package var itemPresence: ItemPresence? {
    get { self[ItemPresenceKey.self] }
    set { self[ItemPresenceKey.self] = newValue }
  }
}
