import Foundation

/// A text of a file that differs by case and accents only from another one: of the file, or of the
/// inventory.
public struct SimilarText: Equatable, Sendable {
  /// The kind of text: a SKU, a tag or a location.
  public let column: ItemColumn
  public let text: String
  /// The text that it may be meant to be. It comes first in the file, or is in the inventory.
  public let other: String
  /// Whether the other one is in the inventory.
  public let isStored: Bool

  public init(column: ItemColumn, text: String, other: String, isStored: Bool) {
    self.column = column
    self.text = text
    self.other = other
    self.isStored = isStored
  }

  /// The kinds of texts that are compared.
  public static let columns: [ItemColumn] = [.sku, .tags, .location]

  /// That the two are there, as a sentence.
  public var note: String {
    switch column {
    case .sku:
      isStored
        ? tr("The SKU “\(text)” is like “\(other)”, which an item has.")
        : tr("The SKUs “\(text)” and “\(other)” differ by case or accents only.")
    case .location:
      isStored
        ? tr("The location “\(text)” is like “\(other)”, which is there already.")
        : tr("The locations “\(text)” and “\(other)” differ by case or accents only.")
    default:
      isStored
        ? tr("The tag “\(text)” is like “\(other)”, which items have.")
        : tr("The tags “\(text)” and “\(other)” differ by case or accents only.")
    }
  }
}

extension [SimilarText] {
  /// The texts that are to be read as others, by their kinds.
  ///
  /// - Parameter columns: The kinds of which people have said so.
  public func spellings(of columns: Set<ItemColumn>) -> [ItemColumn: [String: String]] {
    Dictionary(grouping: filter { columns.contains($0.column) }, by: \.column).mapValues { texts in
      Dictionary(texts.map { ($0.text, $0.other) }) { first, _ in first }
    }
  }
}

/// The SKUs, tags and locations of a file, each once, in the order in which they come.
public struct TextsOfFile: Equatable, Sendable {
  public private(set) var skus: [String] = []
  private var tags: [String] = []
  private var locations: [String] = []
  private var known: [ItemColumn: Set<Data>] = [:]

  /// Of how many rows the texts are compared. More would take memory for each of their SKUs.
  package static let rowLimit = 100_000

  public init() {}

  mutating func add(_ item: Item) {
    add(item.sku, .sku, to: \.skus)
    for tag in item.tags { add(tag, .tags, to: \.tags) }
    if !item.location.isEmpty { add(LocationPath(item.location).text, .location, to: \.locations) }
  }

  private mutating func add(
    _ text: String,
    _ column: ItemColumn,
    to list: WritableKeyPath<Self, [String]>
  ) {
    // Some texts are equal for Swift and different for the database, so their bytes are compared.
    guard !text.isEmpty, known[column, default: []].insert(Data(text.utf8)).inserted else { return }
    self[keyPath: list].append(text)
  }

  /// Finds the texts that differ by case and accents only from others of the file, or from those of
  /// the inventory.
  ///
  /// - Parameters:
  ///   - storedSkus: SKUs of the inventory that are like some of the file.
  ///   - storedTags: The tags of the inventory.
  ///   - storedLocations: The paths of its locations.
  /// - Complexity: O(*n*) in the number of texts.
  public func similar(
    storedSkus: [String],
    storedTags: [String],
    storedLocations: [String]
  ) -> [SimilarText] {
    similar(skus, storedSkus, .sku) + similar(tags, storedTags, .tags)
      + similarLocations(storedLocations)
  }

  private func similar(
    _ texts: [String],
    _ stored: [String],
    _ column: ItemColumn
  ) -> [SimilarText] {
    let exact = Set(stored.map { Data($0.utf8) })
    let old = Dictionary(stored.map { ($0.folded, $0) }) { first, _ in first }
    var new: [String: String] = [:]
    return texts.compactMap { text in
      if exact.contains(Data(text.utf8)) { return nil }
      let key = text.folded
      if let other = old[key] ?? new[key] {
        return SimilarText(column: column, text: text, other: other, isStored: old[key] != nil)
      }
      new[key] = text
      return nil
    }
  }

  /// A location is like another one if one of its names is: `garage / Box` belongs to `Garage`.
  private func similarLocations(_ stored: [String]) -> [SimilarText] {
    var names: [String: (name: String, isStored: Bool)] = [:]
    let exact = Set(stored.map { Data($0.utf8) })
    func path(_ text: String, isStored: Bool) -> (text: String, isStored: Bool) {
      var (result, key, isLikeStored) = ([String](), "", false)
      for name in LocationPath(text).names {
        key += "\n" + name.folded
        let known = names[key] ?? (name, isStored)
        names[key] = known
        result.append(known.name)
        isLikeStored = isLikeStored || known.isStored && !known.name.utf8.elementsEqual(name.utf8)
      }
      return (LocationPath(names: result).text, isLikeStored)
    }
    for text in stored { _ = path(text, isStored: true) }
    return locations.compactMap { text in
      if exact.contains(Data(text.utf8)) { return nil }
      let (other, isStored) = path(text, isStored: false)
      guard !other.utf8.elementsEqual(text.utf8) else { return nil }
      return SimilarText(column: .location, text: text, other: other, isStored: isStored)
    }
  }
}

extension ImportFile {
  /// The texts of the first rows that may be like others.
  package func texts(
    _ options: ImportOptions,
    checkCancellation: () throws -> Void
  ) throws -> TextsOfFile {
    struct Enough: Error {}
    var options = options
    options.spellings = [:]
    var (reader, texts, rows) = (ItemReader(options), TextsOfFile(), 0)
    let id = UUID()
    do {
      try read { _ in
        try checkCancellation()
      } onRecord: { record in
        if let row = reader.row(of: record, makeID: { id }) { texts.add(row.item) }
        rows += 1
        if rows == TextsOfFile.rowLimit { throw Enough() }
      }
    } catch is CsvError {
      // What is not well-formed is a problem of the import, which gets no further, either.
    } catch is Enough {}
    return texts
  }
}
