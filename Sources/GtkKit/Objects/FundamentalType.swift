/// GLib's fundamental types. In C, their names are macros that Swift does not import.
public nonisolated enum FundamentalType {
  /// `G_TYPE_BOOLEAN`
  public static let boolean = type(5)
  /// `G_TYPE_INT`
  public static let int = type(6)
  /// `G_TYPE_UINT`
  public static let uint = type(7)
  /// `G_TYPE_DOUBLE`
  public static let double = type(15)
  /// `G_TYPE_STRING`
  public static let string = type(16)
  /// `G_TYPE_POINTER`
  public static let pointer = type(17)
  /// `G_TYPE_OBJECT`
  public static let object = type(20)

  /// Does what the macro `G_TYPE_MAKE_FUNDAMENTAL` does.
  private static func type(_ number: GType) -> GType { number << GType(G_TYPE_FUNDAMENTAL_SHIFT) }
}
