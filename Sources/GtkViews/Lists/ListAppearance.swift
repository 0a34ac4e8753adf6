private enum RowSeparatorKey: EnvironmentKey {
  static let defaultValue = Visibility.automatic
}

private enum MaximumRowWidthKey: EnvironmentKey {
  static let defaultValue: Int? = nil
}

extension EnvironmentValues {
  /// Whether lists show lines between their rows.
  var listRowSeparator: Visibility {
    get { self[RowSeparatorKey.self] }
    set { self[RowSeparatorKey.self] = newValue }
  }

  /// The greatest width of the rows of lists, in pixels.
  var maximumListRowWidth: Int? {
    get { self[MaximumRowWidthKey.self] }
    set { self[MaximumRowWidthKey.self] = newValue }
  }
}

extension View {
  /// Shows or hides the lines between the rows of a ``List``. By default they are shown.
  ///
  /// Apply it to the list, not to a row: a GTK list has lines between all its rows or between none.
  public func listRowSeparator(_ visibility: Visibility) -> some View {
    environment(\.listRowSeparator, visibility)
  }

  /// Limits the width of the rows of a ``List``, so that what is at the end of a row is not far
  /// from what is at its start. In a wider list, the rows are in its middle; it still scrolls
  /// wherever the pointer is. By default rows are as wide as the list.
  ///
  /// - Parameter width: The greatest width of the rows, in pixels; `nil` for that of the list.
  public func listRowWidth(max width: Int?) -> some View {
    environment(\.maximumListRowWidth, width)
  }
}
