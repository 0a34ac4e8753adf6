import ComposableArchitecture

/// What somebody has said about the columns of a file, for the next file with the same columns.
public struct RememberedMapping: Codable, Equatable, Sendable {
  /// The names of the columns.
  public let header: [String]
  public let columns: [ItemColumn?]
  public let unmapped: UnmappedColumns
}

extension SharedKey where Self == AppStorageKey<[RememberedMapping]>.Default {
  /// What was said about the columns of files that were imported, the latest first.
  public static var rememberedMappings: Self {
    Self[.appStorage("columnsOfImports"), default: []]
  }
}

extension ImportOptions {
  /// Takes what was said about an earlier file with the same columns.
  ///
  /// - Returns: Whether there was one.
  package mutating func take(_ mappings: [RememberedMapping]) -> Bool {
    guard let header, headerLine != nil, let known = mappings.mapping(for: header) else {
      return false
    }
    mapping = ColumnMapping(columns: known.columns)
    unmapped = known.unmapped
    // Who has said what the columns mean knows that they have names.
    isHeaderInDoubt = false
    return true
  }
}

extension [RememberedMapping] {
  /// How many are remembered.
  static let limit = 20
  /// The longest header that is remembered, in bytes.
  static let headerLimit = 4_000

  /// What was said about a file with these names of columns.
  func mapping(for header: [String]) -> RememberedMapping? {
    first { $0.header == header && $0.columns.count == header.count }
  }

  /// Forgets what was said about files with these names of columns.
  mutating func forget(_ header: [String]) {
    removeAll { $0.header == header }
  }

  /// Remembers what was said. The oldest are forgotten.
  mutating func remember(_ mapping: RememberedMapping) {
    forget(mapping.header)
    guard mapping.header.reduce(0, { $0 + $1.utf8.count }) <= Self.headerLimit else { return }
    insert(mapping, at: 0)
    if count > Self.limit { removeLast(count - Self.limit) }
  }
}
