import Foundation

/// What a column of a file can say about an item.
public enum ItemColumn: String, CaseIterable, Sendable {
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

  /// The name of the column in a file that the program writes.
  public var header: String {
    self == .reorderLevel ? "reorder level" : rawValue
  }

  /// The column that people mean by the name in the header of a file: case, accents, spaces and
  /// punctuation do not matter.
  ///
  /// - Returns: `nil` for a name that nobody knows.
  public init?(header: String) {
    guard header.utf8.count <= 64, let column = Self.synonyms[Self.key(header)] else { return nil }
    self = column
  }

  private static func key(_ header: String) -> String {
    String(header.folded.unicodeScalars.filter(CharacterSet.alphanumerics.contains))
  }

  private static let synonyms: [String: ItemColumn] = {
    var synonyms: [String: ItemColumn] = [:]
    for column in allCases {
      for name in [column.header, column.rawValue] + column.otherNames {
        synonyms[key(name)] = column
      }
    }
    return synonyms
  }()

  /// Names that other programs and people give the column.
  private var otherNames: [String] {
    switch self {
    case .name:
      [
        "item", "item name", "title", "product", "product name", "article", "article name",
        "Bezeichnung", "Artikel", "Artikelbezeichnung", "Artikelname", "Produkt", "nom", "nombre",
        "description", "designation", "label",
      ]
    case .sku:
      [
        "item number", "item no", "item code", "item id", "part number", "part no", "product code",
        "article number", "article no", "stock keeping unit", "stock code", "number", "code", "id",
        "ref", "reference", "Artikelnummer", "Artikel-Nr", "Art.-Nr.", "Nummer", "Nr", "référence",
      ]
    case .barcode:
      ["bar code", "EAN", "EAN 13", "UPC", "GTIN", "ISBN", "Strichcode", "code-barres"]
    case .quantity:
      [
        "qty", "amount", "count", "stock", "in stock", "on hand", "quantity on hand", "pieces",
        "Menge", "Anzahl", "Bestand", "Stück", "quantité", "cantidad",
      ]
    case .unit:
      ["units", "uom", "unit of measure", "Einheit", "Mengeneinheit", "unité", "unidad"]
    case .reorderLevel:
      [
        "reorder", "reorder at", "reorder point", "minimum", "min", "min stock", "minimum stock",
        "minimum quantity", "low stock", "Mindestbestand", "Meldebestand", "Mindestmenge",
      ]
    case .price:
      [
        "unit price", "cost", "unit cost", "price each", "value", "Preis", "Einzelpreis",
        "Stückpreis", "prix", "precio",
      ]
    case .currency:
      ["currency code", "Währung", "devise", "moneda"]
    case .location:
      [
        "place", "position", "bin", "shelf", "room", "storage", "storage location", "warehouse",
        "site", "where", "Ort", "Lagerort", "Lagerplatz", "Lager", "Standort", "Regal",
        "emplacement", "ubicación",
      ]
    case .tags:
      [
        "tag", "labels", "keywords", "category", "categories", "group", "type", "Schlagwörter",
        "Stichwörter", "Kategorie", "Gruppe", "catégorie", "categoría",
      ]
    case .notes:
      [
        "note", "comment", "comments", "remark", "remarks", "memo", "details", "Notiz", "Notizen",
        "Bemerkung", "Bemerkungen", "Anmerkung", "Kommentar", "remarques", "notas",
      ]
    case .created:
      ["created at", "date created", "added", "date added", "erstellt", "angelegt"]
    case .changed:
      ["changed at", "date changed", "modified", "updated", "geändert"]
    }
  }
}
