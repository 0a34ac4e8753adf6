/// Says whether the state still has the item that views are shown for: what a sheet is about, or the element of a page.
///
/// It says so from the moment of the change on. The views themselves hear of it only in the next update, and may be on the
/// screen for the time of a transition.
package final class ItemPresence {
  private let outer: ItemPresence?
  private let isItemThere: () -> Bool

  /// - Parameters:
  ///   - environment: The environment of the views that present; when their item goes, so does this one.
  ///   - isItemThere: Reads whether the state has the item.
  package init(in environment: EnvironmentValues, isItemThere: @escaping () -> Bool) {
    outer = environment.itemPresence
    self.isItemThere = isItemThere
  }

  deinit {}

  /// Whether the item is there, and what presents it as well.
  var isThere: Bool { outer?.isThere ?? true && isItemThere() }
}

private enum ItemPresenceKey: EnvironmentKey {
  static let defaultValue: ItemPresence? = nil
}

extension EnvironmentValues {
  /// Whether the item is there that the views are shown for; `nil` where they are shown for none.
  package var itemPresence: ItemPresence? {
    get { self[ItemPresenceKey.self] }
    set { self[ItemPresenceKey.self] = newValue }
  }
}
