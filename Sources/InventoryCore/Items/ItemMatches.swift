/// The items that may be meant by what was scanned or typed.
public struct ItemMatches: Equatable, Sendable {
  /// Those whose barcode or SKU it is.
  public var exact: [Item]
  /// When there are none: those in which the search finds it.
  public var similar: [Item]

  public init(exact: [Item] = [], similar: [Item] = []) {
    self.exact = exact
    self.similar = similar
  }
}
