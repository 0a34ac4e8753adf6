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
  /// Whether the texts of all rows of the file are among them.
  public internal(set) var isComplete = true

  /// Of how many rows all texts are compared. More would take memory for each of their SKUs.
  public static let rowLimit = 100_000

  public init() {}

  mutating func add(_ item: Item, _ columns: Set<ItemColumn> = Set(SimilarText.columns)) {
    if columns.contains(.sku) { add(item.sku, .sku, to: \.skus) }
    if columns.contains(.tags) { for tag in item.tags { add(tag, .tags, to: \.tags) } }
    if columns.contains(.location), !item.location.isEmpty {
      add(LocationPath(item.location).text, .location, to: \.locations)
    }
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
  /// the inventory. A text that is in the inventory as it is written stays what it is. Otherwise
  /// the one of the inventory is meant that most items have.
  ///
  /// - Parameters:
  ///   - storedSkus: SKUs of the inventory that are like some of the file.
  ///   - storedTags: The tags of the inventory.
  ///   - storedLocations: Its locations.
  /// - Complexity: O(*n*) in the number of texts.
  public func similar(
    storedSkus: [String],
    storedTags: [Tag],
    storedLocations: [Location]
  ) -> [SimilarText] {
    similar(skus, storedSkus.map { ($0, 1) }, .sku)
      + similar(tags, storedTags.map { ($0.name, $0.itemCount) }, .tags)
      + similarLocations(storedLocations)
  }

  private func similar(
    _ texts: [String],
    _ stored: [(text: String, itemCount: Int)],
    _ column: ItemColumn
  ) -> [SimilarText] {
    let exact = Set(stored.map { Data($0.text.utf8) })
    let old = Dictionary(stored.map { ($0.text.folded, $0) }) { first, other in
      other.itemCount > first.itemCount ? other : first
    }
    var new: [String: String] = [:]
    return texts.compactMap { text in
      if exact.contains(Data(text.utf8)) { return nil }
      let key = text.folded
      if let other = old[key]?.text ?? new[key] {
        return SimilarText(column: column, text: text, other: other, isStored: old[key] != nil)
      }
      new[key] = text
      return nil
    }
  }

  /// A location is like another one if one of its names is: `garage / Box` belongs to `Garage`.
  private func similarLocations(_ stored: [Location]) -> [SimilarText] {
    let exact = Set(stored.map { Data($0.name.utf8) })
    let tree = StoredPaths(stored)
    var new: [String: [String]] = [:]
    return locations.compactMap { text in
      if exact.contains(Data(text.utf8)) { return nil }
      let names = LocationPath(text).names
      let (known, depth) = tree.path(like: names)
      var (result, key) = (known, names.prefix(depth).map(\.folded).joined(separator: "\n"))
      for name in names.dropFirst(depth) {
        key += "\n" + name.folded
        result = new[key] ?? result + [name]
        new[key] = result
      }
      let other = LocationPath(names: result).text
      guard !other.utf8.elementsEqual(text.utf8) else { return nil }
      return SimilarText(
        column: .location,
        text: text,
        other: other,
        isStored: !known.elementsEqual(names.prefix(depth)) { $0.utf8.elementsEqual($1.utf8) }
      )
    }
  }
}

/// The paths of the locations of an inventory, to find those that differ by case and accents only
/// from others.
private struct StoredPaths {
  private var paths: [String: [(names: [String], itemCount: Int)]] = [:]

  init(_ locations: [Location]) {
    for location in locations {
      let names = location.path.names
      let key = names.map(\.folded).joined(separator: "\n")
      paths[key, default: []].append((names, location.itemCount))
    }
  }

  /// The stored path that is most like the beginning of another one: the one with the first names
  /// as they are written, or else the one with most items in it.
  ///
  /// - Returns: Its names, as many as the beginning has; none if nothing is like it.
  func path(like names: [String]) -> (names: [String], depth: Int) {
    let keys = names.map(\.folded)
    for depth in stride(from: names.count, to: 0, by: -1) {
      let key = keys.prefix(depth).joined(separator: "\n")
      guard let candidates = paths[key], var best = candidates.first else { continue }
      for other in candidates.dropFirst()
      where rank(other, names) > rank(best, names) { best = other }
      return (best.names, depth)
    }
    return ([], 0)
  }

  private func rank(
    _ path: (names: [String], itemCount: Int),
    _ names: [String]
  ) -> (exactNames: Int, itemCount: Int) {
    let exact = zip(path.names, names).prefix { $0.utf8.elementsEqual($1.utf8) }
    return (exact.count, path.itemCount)
  }
}

extension ImportFile {
  /// The texts of the file that may be like others.
  ///
  /// - Parameter columns: The kinds of texts that are taken from all rows. Others are taken from
  ///   the first ``TextsOfFile/rowLimit`` rows.
  package func texts(
    _ options: ImportOptions,
    ofAllRows columns: Set<ItemColumn> = [],
    rowLimit: Int = TextsOfFile.rowLimit,
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
        rows += 1
        if rows > rowLimit {
          texts.isComplete = false
          if columns.isEmpty { throw Enough() }
        }
        guard let row = reader.row(of: record, makeID: { id }) else { return }
        if texts.isComplete { texts.add(row.item) } else { texts.add(row.item, columns) }
      }
    } catch is CsvError {
      // What is not well-formed is a problem of the import, which gets no further, either.
    } catch is Enough {}
    return texts
  }
}

/// Says which texts of a file are taken for the same that differ by case and accents only.
public struct Unifying {
  /// The kinds of such texts.
  public let columns: Set<ItemColumn>
  /// Is told the texts, and whether those of all rows were compared.
  public let tell: (_ texts: [SimilarText], _ isComplete: Bool) -> Void

  public init(
    _ columns: Set<ItemColumn>,
    tell: @escaping (_ texts: [SimilarText], _ isComplete: Bool) -> Void
  ) {
    self.columns = columns
    self.tell = tell
  }
}
