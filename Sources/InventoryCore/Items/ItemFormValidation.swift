import ComposableArchitecture
import Foundation

extension ItemFormFeature.State {
  /// The item that the fields make, and what is wrong with them.
  func validated() -> (
    item: Item, problems: [Item.Field: String], hints: [Item.Field: String]
  ) {
    var hints: [Item.Field: String] = [:]
    var problems: [Item.Field: String] = [:]
    var item = Item(
      id: id,
      name: name.asLine,
      sku: sku.asLine,
      barcode: barcode.asLine,
      unit: unit.asLine,
      currency: currency.trimmed.uppercased(),
      location: LocationPath(location).text,
      tags: writtenTags,
      notes: notes
    )
    if item.name.isEmpty { problems[.name] = tr("Enter a name.") }
    if item.sku.isEmpty {
      problems[.sku] = tr("Enter a SKU.")
    } else if item.sku == takenSku {
      problems[.sku] = tr("Another item has this SKU.")
    }
    let quantity = NumberEntry(quantity, unit: unit, locale: locale)
    (problems[.quantity], hints[.quantity]) = (quantity.error, quantity.hint)
    item.quantity = quantity.value ?? 0
    let level = NumberEntry(reorderLevel, isOptional: true, unit: unit, locale: locale)
    (problems[.reorderLevel], hints[.reorderLevel]) = (level.error, level.hint)
    item.reorderLevel = level.value
    let amount = TypedNumber(price, locale: locale)
    if let price = amount.number.flatMap({ Money($0) }), price >= .zero {
      item.price = price
      hints[.price] = amount.hint
    } else if let question = amount.question, amount.number == nil {
      problems[.price] = question
    } else {
      let decimals = Money.decimals(ofCurrency: writtenCurrency)
      let example = Money(millionths: decimals == 0 ? 12_000_000 : 12_300_000)
        .text(locale: locale, decimals: decimals)
      problems[.price] = tr("Enter an amount from 0, such as \(example).")
    }
    if !item.currency.isEmpty, !Locale.currencyCodes.contains(item.currency) {
      problems[.currency] = tr("Enter a code of three letters, such as EUR, or nothing.")
    }
    // A text that an earlier version has stored is no reason to refuse the change of another.
    for (field, text, stored) in [
      (Item.Field.name, item.name, unchanged.name), (.sku, item.sku, unchanged.sku),
      (.barcode, item.barcode, unchanged.barcode), (.unit, item.unit, unchanged.unit),
    ] where text != stored {
      if let error = text.errorOfField() { problems[field] = error }
    }
    if location != unchanged.location, let error = LocationPath(location).errorOfField {
      problems[.location] = error
    }
    if item.notes != unchanged.notes, let error = item.notes.errorOfField(limit: Limits.notes) {
      problems[.notes] = error
    }
    if item.tags != unchanged.tags, let error = item.tags.errorOfField { problems[.tags] = error }
    return (item, problems, hints)
  }

  /// The tags. Those that nobody has changed stay as they are, also if one has a semicolon.
  private var writtenTags: [String] {
    if tags == Self.text(ofTags: unchanged.tags) { return unchanged.tags }
    return tags.writtenTags
  }

  /// The currency of the price, also if it is that of the inventory.
  private var writtenCurrency: String {
    currency.isBlank ? inventoryCurrency : currency.trimmed.uppercased()
  }

  /// What is written in a field.
  func text(of field: Item.Field) -> String { self[keyPath: field.text] }
}

extension Item.Field {
  /// What is written in the field of the form.
  var text: WritableKeyPath<ItemFormFeature.State, String> {
    switch self {
    case .name: \.name
    case .sku: \.sku
    case .barcode: \.barcode
    case .quantity: \.quantity
    case .unit: \.unit
    case .reorderLevel: \.reorderLevel
    case .price: \.price
    case .currency: \.currency
    case .location: \.location
    case .tags: \.tags
    case .notes: \.notes
    }
  }
}

extension String {
  /// The tags that are written here, with commas or semicolons between them.
  var writtenTags: [String] {
    split { ",;".contains($0) || $0.isNewline }.map { String($0).asLine }
      .reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
  }
}

extension [String] {
  /// What is wrong with tags that somebody has written; `nil` if nothing is.
  var errorOfField: String? {
    if count > Limits.tags { return tr("This is too long.") }
    return lazy.compactMap { $0.errorOfField() }.first
  }
}

extension LocationPath {
  /// What is wrong with a path that somebody has written; `nil` if nothing is.
  var errorOfField: String? {
    excess == nil ? text.errorOfField(limit: .max) : tr("This is too long.")
  }
}

extension Locale {
  static let currencyCodes = Set(commonISOCurrencyCodes)
}

extension AlertState where Action == ItemFormFeature.Action.Alert {
  /// Asks whose values count, when both have changed the same fields.
  static func conflict(_ conflict: ItemConflict, mine: Item, locale: Locale) -> AlertState {
    AlertState {
      TextState(tr("This item was changed elsewhere"))
    } actions: {
      // Return presses the first one. Either of the others loses something.
      ButtonState {
        TextState(tr("Keep Editing"))
      }
      ButtonState(action: .keepTheirsConfirmed) {
        TextState(tr("Keep Theirs"))
      }
      ButtonState(role: .destructive, action: .keepMineConfirmed) {
        TextState(tr("Save Mine"))
      }
    } message: {
      TextState(
        conflict.fields
          .map { $0.comparison(theirs: conflict.item, mine: mine, locale: locale) }
          .joined(separator: "\n")
      )
    }
  }
}

extension Item.Field {
  /// A line that tells what two have written in the field.
  fileprivate func comparison(theirs: Item, mine: Item, locale: Locale) -> String {
    func line(_ title: String, _ value: (Item) -> String) -> String {
      func quoted(_ text: String) -> String { text.isEmpty ? tr("nothing") : tr("“\(text)”") }
      return tr("\(title): \(quoted(value(theirs))) there, \(quoted(value(mine))) here.")
    }
    return switch self {
    case .name: line(tr("Name")) { $0.name }
    case .sku: line(tr("SKU")) { $0.sku }
    case .barcode: line(tr("Barcode")) { $0.barcode }
    case .quantity: tr("Quantity: \(theirs.quantity) there, \(mine.quantity) here.")
    case .unit: line(tr("Unit")) { $0.unit }
    case .reorderLevel: line(tr("Reorder Level")) { $0.reorderLevel.map { tr(number: $0) } ?? "" }
    case .price:
      tr(
        """
        Price: \(theirs.price.text(locale: locale)) there, \
        \(mine.price.text(locale: locale)) here.
        """
      )
    case .currency: line(tr("Currency")) { $0.currency }
    case .location: line(tr("Location")) { $0.location }
    case .tags: line(tr("Tags")) { $0.tags.joined(separator: ", ") }
    case .notes: tr("The notes have been changed there and here.")
    }
  }
}
