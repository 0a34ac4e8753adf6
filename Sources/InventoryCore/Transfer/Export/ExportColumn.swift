/// An item as a file has it.
package struct ExportedItem: Equatable, Sendable {
  package var item: Item
  /// When it was added, as a date of ISO 8601 in UTC.
  package var created: String
  /// When anything of it was changed last.
  package var changed: String

  package init(item: Item, created: String, changed: String) {
    self.item = item
    self.created = created
    self.changed = changed
  }
}

/// A column of a file that the program writes.
struct ExportColumn: Sendable {
  /// What the column of an item holds.
  enum Value: Sendable {
    case text(String)
    case number(Quantity)
    /// A price with a number of decimals, or more where it needs them.
    case price(Money, decimals: Int)
    case tags([String])
    case none
  }

  var header: String
  var value: @Sendable (ExportedItem) -> Value

  /// The columns of a file.
  static func columns(of content: ExportOptions.Content) -> [ExportColumn] {
    switch content {
    case .items:
      ItemColumn.allCases.map(ExportColumn.init)
    case .reorderList:
      [.name, .sku, .barcode, .location, .quantity, .reorderLevel].map(ExportColumn.init)
        + [
          ExportColumn(header: "missing") { row in
            .number(max((row.item.reorderLevel ?? 0) - row.item.quantity, 0))
          }
        ] + [.unit, .price, .currency].map(ExportColumn.init)
    }
  }

  private init(header: String, value: @escaping @Sendable (ExportedItem) -> Value) {
    self.header = header
    self.value = value
  }

  private init(_ column: ItemColumn) {
    self.init(header: column.header) { row in
      let item = row.item
      return switch column {
      case .name: .text(item.name)
      case .sku: .text(item.sku)
      case .barcode: .text(item.barcode)
      case .quantity: .number(item.quantity)
      case .unit: .text(item.unit)
      case .reorderLevel: item.reorderLevel.map(Value.number) ?? .none
      case .price: .price(item.price, decimals: Money.decimals(ofCurrency: item.currency))
      case .currency: .text(item.currency)
      case .location: .text(item.location)
      case .tags: .tags(item.tags)
      case .notes: .text(item.notes)
      case .created: .text(row.created)
      case .changed: .text(row.changed)
      }
    }
  }
}

extension ExportColumn.Value {
  /// The value as a field of CSV.
  ///
  /// No tag has a comma: neither a form nor an import makes one.
  var field: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.description
    case .price(let price, let decimals): price.text(decimals: decimals)
    case .tags(let tags): tags.joined(separator: ", ")
    case .none: ""
    }
  }
}
