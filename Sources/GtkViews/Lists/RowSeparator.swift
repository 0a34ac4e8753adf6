/// Whether something is shown.
public enum Visibility: Hashable, Sendable {
  /// As is usual there.
  case automatic
  case visible
  case hidden
}

private enum RowSeparatorKey: EnvironmentKey {
  static let defaultValue = Visibility.automatic
}

extension EnvironmentValues {
  /// Whether lists have lines between their rows.
  var listRowSeparator: Visibility {
    get { self[RowSeparatorKey.self] }
    set { self[RowSeparatorKey.self] = newValue }
  }
}

extension View {
  /// Shows or hides the lines between the rows of a ``List``. Usually they are shown.
  ///
  /// Put it on the list: GTK has lines between all rows of a list, or none.
  public func listRowSeparator(_ visibility: Visibility) -> some View {
    environment(\.listRowSeparator, visibility)
  }
}
