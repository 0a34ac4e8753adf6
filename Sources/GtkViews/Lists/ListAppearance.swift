private enum RowSeparatorKey: EnvironmentKey {
  static let defaultValue = Visibility.automatic
}

private enum MaximumRowWidthKey: EnvironmentKey {
  static let defaultValue: Int? = nil
}

private enum RowClickKey: EnvironmentKey {
  static let defaultValue = ListRowClick.selects
}

/// What a click on a row does in a list of which several rows can be selected.
public nonisolated enum ListRowClick: Equatable, Sendable {
  /// The row is selected instead of those that were, as in a program that lists files. Two clicks
  /// activate it.
  case selects
  /// The row is activated, as in a list without a selection. Rows are selected with Ctrl or Shift
  /// and a click, with the space bar, and with Shift and the arrow keys.
  case activates
  /// The row is selected as well, or not selected any more: for fingers, and for people who select
  /// many rows one after the other.
  case toggles
}

extension EnvironmentValues {
  /// What a click on a row does in lists of which several rows can be selected.
  var listRowClick: ListRowClick {
    get { self[RowClickKey.self] }
    set { self[RowClickKey.self] = newValue }
  }

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

  /// Sets what a click on a row does, in a ``List`` or ``Table`` of which several rows can be
  /// selected.
  ///
  /// ```swift
  /// List(store.items, selection: $store.selection) { … } row: { … }
  ///   .onRowActivate { store.send(.rowTapped($0)) }
  ///   .listRowClick(store.isSelecting ? .toggles : .activates)
  /// ```
  ///
  /// Where a click does not select, the arrow keys move the focus and select nothing, and a click
  /// on a control in a row is for that control.
  ///
  /// - Parameter click: What a click without Ctrl, Shift and Alt does. By default it selects.
  public func listRowClick(_ click: ListRowClick) -> some View {
    environment(\.listRowClick, click)
  }
}
