/// What lists look like.
nonisolated public struct ListStyle: Equatable, Sendable {
  enum Kind { case automatic, sidebar, bordered }

  let kind: Kind

  /// As GNOME's programs have them.
  public static let automatic = ListStyle(kind: .automatic)
  /// The same as `automatic`.
  public static let plain = automatic
  /// The same as `automatic`.
  public static let inset = automatic
  /// The same as `automatic`. A list without a ``ForEach`` has its sections in frames anyway.
  public static let grouped = automatic
  /// The same as `automatic`. A list without a ``ForEach`` has its sections in frames anyway.
  public static let insetGrouped = automatic
  /// Without lines, and with round rows, as in the sidebar of a window.
  public static let sidebar = ListStyle(kind: .sidebar)
  /// With a frame around the list.
  public static let bordered = ListStyle(kind: .bordered)
}

private enum ListStyleKey: EnvironmentKey {
  static let defaultValue = ListStyle.automatic
}

extension EnvironmentValues {
  var listStyle: ListStyle {
    get { self[ListStyleKey.self] }
    set { self[ListStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets what lists look like in this view.
  public func listStyle(_ style: ListStyle) -> some View {
    environment(\.listStyle, style)
  }
}
