/// What the user may do with the inventory. Everybody may do everything with one in a file of this
/// machine; on a server, the role decides.
public struct InventoryRights: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Book what comes and goes, and take part in a stocktake.
  public static let book = Self(rawValue: 1 << 0)
  /// Add, change and delete items and locations.
  public static let change = Self(rawValue: 1 << 1)
  public static let all: Self = [.book, .change]
}
