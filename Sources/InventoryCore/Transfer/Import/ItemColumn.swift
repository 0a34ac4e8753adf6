/// What a column of a file can say about an item.
public enum ItemColumn: String, CaseIterable, Codable, Sendable {
  case name
  case sku
  case barcode
  case quantity
  case unit
  case reorderLevel
  case price
  case currency
  case location
  case tags
  case notes
  case created
  case changed

  /// Whether its values are numbers that people write.
  var isNumber: Bool { [.quantity, .reorderLevel, .price].contains(self) }

  /// Whether a whole number with a decimal, such as `1002.0`, is one without: in the column,
  /// numbers tell one thing from another.
  var isOfWholeFloats: Bool { [.sku, .barcode, .location].contains(self) }

  var isDate: Bool { self == .created || self == .changed }

  /// The name of the column in a file that the program writes.
  public var header: String {
    self == .reorderLevel ? "reorder level" : rawValue
  }

  /// What people call the column within a sentence, in their language.
  var word: String {
    switch self {
    case .name: tr("name", context: "column")
    case .sku: tr("sku", context: "column")
    case .barcode: tr("barcode", context: "column")
    case .quantity: tr("quantity", context: "column")
    case .unit: tr("unit", context: "column")
    case .reorderLevel: tr("reorder level", context: "column")
    case .price: tr("price", context: "column")
    case .currency: tr("currency", context: "column")
    case .location: tr("location", context: "column")
    case .tags: tr("tags", context: "column")
    case .notes: tr("notes", context: "column")
    case .created: tr("created", context: "column")
    case .changed: tr("changed", context: "column")
    }
  }

  /// The column that people most probably mean by the name in the header of a file.
  ///
  /// - Returns: `nil` for a name that nobody knows.
  public init?(header: String) {
    guard let column = ColumnName(header).meanings.first?.column else { return nil }
    self = column
  }
}
