/// How much room views have along an axis.
public enum UserInterfaceSizeClass: Hashable, Sendable {
  /// Little room, as on a phone.
  case compact
  /// Enough room for several things beside one another.
  case regular
}

private enum HorizontalSizeClassKey: EnvironmentKey {
  static let defaultValue: UserInterfaceSizeClass? = .regular
}

extension EnvironmentValues {
  /// How much room there is from the leading to the trailing edge.
  ///
  /// A split view sets it for its columns: `compact` while it shows one column at a time. Tests set
  /// it like any other value.
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { self[HorizontalSizeClassKey.self] }
    set { self[HorizontalSizeClassKey.self] = newValue }
  }
}
