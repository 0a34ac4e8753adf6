import Foundation

/// The names of a location and of those around it, the outermost first: "Workshop / Shelf 2".
public struct LocationPath: Hashable, Sendable {
  public var names: [String]

  /// What is written between two names. A slash without spaces is part of a name.
  public static let separator = " / "

  /// Reads what people write. Names that are blank are left out.
  public init(_ text: String) {
    // The white space in front of a slash, or behind it, may be a line break.
    names = text.withoutLineBreaks.components(separatedBy: Self.separator)
      .map(\.asLine)
      .filter { !$0.isEmpty }
  }

  public init(names: [String]) {
    self.names = names
  }

  /// The location around this one.
  public var parent: LocationPath? {
    names.count > 1 ? LocationPath(names: names.dropLast()) : nil
  }

  public var text: String { names.joined(separator: Self.separator) }
}
