import Foundation

extension ManyItemsFeature.State {
  /// What would be done, if what is written makes sense.
  public var change: ManyItemsChange? {
    switch task {
    case .book: booking.map { .book($0) }
    case .changeField: error == nil ? changeOfField : nil
    case .delete: .delete
    case .move: changeOfLocation
    case .tag: error == nil ? changeOfTags : nil
    }
  }

  /// What is wrong with what is written, if it is to be told.
  public var error: String? {
    switch task {
    case .book: amount.isBlank ? nil : errorOfAmount
    case .changeField: errorOfField
    case .delete: nil
    case .move: removesLocation ? nil : LocationPath(location).errorOfField
    case .tag: writtenTags.errorOfField
    }
  }

  /// How a number is read, where somebody might have meant another one.
  public var hint: String? {
    guard error == nil else { return nil }
    return switch (task, field) {
    case (.book, _): quantity.hint
    case (.changeField, .price): typedPrice.hint
    case (.changeField, .reorderLevel): level.hint
    default: nil
    }
  }

  // MARK: - Booking

  private var quantity: NumberEntry {
    NumberEntry(amount, isAboveZero: reason != .counted, unit: nil, locale: locale)
  }

  private var booking: Booking? {
    guard errorOfAmount == nil, noteError == nil, let amount = quantity.value else { return nil }
    return Booking(reason, amount, note: writtenNote)
  }

  private var writtenNote: String { note.asLine.withoutControlCharacters }

  /// What is wrong with the note of a booking.
  public var noteError: String? { writtenNote.errorOfField() }

  private var errorOfAmount: String? {
    if let error = quantity.error { return error }
    guard reason == .used, let least = summary?.leastQuantity, let amount = quantity.value,
      amount > least
    else { return nil }
    return tr(
      "There is only \(least) of one of the items.",
      "There are only \(least) of one of the items.",
      count: least.pluralCount
    )
  }

  // MARK: - Location

  private var changeOfLocation: ManyItemsChange? {
    if removesLocation { return .move(to: "") }
    // Nobody takes all items out of their locations by pressing Return.
    let path = LocationPath(location)
    guard error == nil, !path.names.isEmpty else { return nil }
    return .move(to: path.text)
  }

  // MARK: - Fields

  private var level: NumberEntry { NumberEntry(value, unit: nil, locale: locale) }

  private var typedPrice: TypedNumber { TypedNumber(value, locale: locale) }

  private var price: Money? {
    typedPrice.number.flatMap { Money($0) }.flatMap { $0 >= .zero ? $0 : nil }
  }

  private var writtenCurrency: String { currency.trimmed.uppercased() }

  private var changeOfField: ManyItemsChange? {
    // Nobody empties a field of all items by pressing Return.
    guard !value.isBlank else { return nil }
    return switch field {
    case .price: price.map { .setPrice($0, currency: writtenCurrency) }
    case .reorderLevel: .setReorderLevel(level.value)
    case .unit: .setUnit(value.asLine)
    }
  }

  private var errorOfField: String? {
    switch field {
    case .price:
      if !writtenCurrency.isEmpty, !Locale.currencyCodes.contains(writtenCurrency) {
        return tr("Enter a code of three letters, such as EUR, or nothing.")
      }
      guard !value.isBlank, price == nil else { return nil }
      let example = Money(millionths: 12_300_000).text(locale: locale)
      return typedPrice.question ?? tr("Enter an amount from 0, such as \(example).")
    case .reorderLevel: return value.isBlank ? nil : level.error
    case .unit: return value.errorOfField()
    }
  }

  // MARK: - Tags

  private var writtenTags: [String] { newTags.writtenTags }

  private var changeOfTags: ManyItemsChange? {
    guard !writtenTags.isEmpty || !removedTags.isEmpty else { return nil }
    return .changeTags(adding: writtenTags, removing: removedTags.sorted())
  }
}
