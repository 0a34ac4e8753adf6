/// How a ``TabView`` shows its tabs.
public struct TabViewStyle: Equatable, Sendable {
  private let name: String

  /// Pages of equal rank, with a switcher in the header bar or below the page.
  public static let automatic = TabViewStyle(name: "automatic")

  /// Documents, in a strip of tabs above the page.
  ///
  /// Tabs of a ``ForEach`` can be closed if it has an ``ForEach/onDelete(perform:)``, and reordered
  /// if it has an ``ForEach/onMove(perform:)``.
  public static let documents = TabViewStyle(name: "documents")
}

private enum TabViewStyleKey: EnvironmentKey {
  static let defaultValue = TabViewStyle.automatic
}

extension EnvironmentValues {
  var tabViewStyle: TabViewStyle {
    get { self[TabViewStyleKey.self] }
    set { self[TabViewStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets how the views of tabs in this view show their tabs. Later changes do not affect existing
  /// ones.
  public func tabViewStyle(_ style: TabViewStyle) -> some View {
    environment(\.tabViewStyle, style)
  }
}
