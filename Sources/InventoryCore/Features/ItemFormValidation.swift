import ComposableArchitecture
import Foundation

extension ItemFormFeature.State {
  /// The item that the fields make, and what is wrong with them.
  func validated() -> (item: Item, errors: [Item.Field: String]) {
    func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    var errors: [Item.Field: String] = [:]
    var item = Item(
      id: id,
      name: trimmed(name),
      sku: trimmed(sku),
      barcode: trimmed(barcode),
      unit: trimmed(unit),
      location: LocationPath(location).text,
      tags: tags.split(whereSeparator: { ",\n".contains($0) }).map { trimmed(String($0)) }
        .reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } },
      notes: notes
    )
    if item.name.isEmpty { errors[.name] = "Enter a name." }
    if item.sku.isEmpty { errors[.sku] = "Enter a SKU." }
    if let quantity = Int(trimmed(quantity)), quantity >= 0 {
      item.quantity = quantity
    } else {
      errors[.quantity] = "Enter a whole number from 0, such as 12."
    }
    let level = trimmed(reorderLevel)
    if let number = Int(level), number >= 0 {
      item.reorderLevel = number
    } else if !level.isEmpty {
      errors[.reorderLevel] = "Enter a whole number from 0, or nothing."
    }
    if let price = Money(trimmed(price), locale: locale), price >= .zero {
      item.price = price
    } else {
      let example = Money(minorUnits: 1_230).text(locale: locale)
      errors[.price] = "Enter an amount from 0, such as \(example)."
    }
    return (item, errors)
  }
}

extension AlertState where Action == ItemFormFeature.Action.Alert {
  static func discard(isNew: Bool) -> AlertState {
    AlertState {
      TextState(isNew ? "Discard the new item?" : "Discard the changes?")
    } actions: {
      ButtonState(role: .destructive, action: .discardConfirmed) {
        TextState("Discard")
      }
      ButtonState(role: .cancel) {
        TextState("Keep Editing")
      }
    } message: {
      TextState("What you have written is not saved.")
    }
  }

  /// Asks whose values count, when both have changed the same fields.
  static func conflict(_ conflict: ItemConflict, mine: Item, locale: Locale) -> AlertState {
    AlertState {
      TextState("This item was changed elsewhere")
    } actions: {
      ButtonState(role: .destructive, action: .keepMineConfirmed) {
        TextState("Save Mine")
      }
      ButtonState(action: .keepTheirsConfirmed) {
        TextState("Keep Theirs")
      }
      ButtonState(role: .cancel) {
        TextState("Keep Editing")
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
      func quoted(_ text: String) -> String { text.isEmpty ? "nothing" : "“\(text)”" }
      return "\(title): \(quoted(value(theirs))) there, \(quoted(value(mine))) here."
    }
    return switch self {
    case .name: line("Name") { $0.name }
    case .sku: line("SKU") { $0.sku }
    case .barcode: line("Barcode") { $0.barcode }
    case .quantity: "Quantity: \(theirs.quantity) there, \(mine.quantity) here."
    case .unit: line("Unit") { $0.unit }
    case .reorderLevel: line("Reorder level") { $0.reorderLevel.map(String.init) ?? "" }
    case .price:
      "Price: \(theirs.price.text(locale: locale)) there, \(mine.price.text(locale: locale)) here."
    case .location: line("Location") { $0.location }
    case .tags: line("Tags") { $0.tags.joined(separator: ", ") }
    case .notes: "The notes have been changed there and here."
    }
  }
}
