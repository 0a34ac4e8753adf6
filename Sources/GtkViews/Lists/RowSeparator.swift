private enum RowSeparatorKey: EnvironmentKey {
  static let defaultValue = Visibility.automatic
}

extension EnvironmentValues {
  /// Whether lists show lines between their rows.
  var listRowSeparator: Visibility {
    get { self[RowSeparatorKey.self] }
    set { self[RowSeparatorKey.self] = newValue }
  }
}

extension View {
  /// Shows or hides the lines between the rows of a ``List``. By default they are shown.
  ///
  /// Apply it to the list, not to a row: a GTK list has lines between all its rows or between none.
  public func listRowSeparator(_ visibility: Visibility) -> some View {
    environment(\.listRowSeparator, visibility)
  }
}
