import Foundation

/// A copy of the inventory as it was at some time, and what it holds.
public struct Backup: Equatable, Hashable, Identifiable, Sendable {
  /// The name of its file.
  public let id: String
  public var date: Date
  /// Why it was made.
  public var occasion: Occasion
  /// How many items it holds.
  public var itemCount: Int
  /// The names of the first of them.
  public var names: [String]

  public init(id: String, date: Date, occasion: Occasion, itemCount: Int, names: [String]) {
    self.id = id
    self.date = date
    self.occasion = occasion
    self.itemCount = itemCount
    self.names = names
  }

  /// When a backup is made.
  public enum Occasion: String, CaseIterable, Hashable, Sendable {
    /// Once a day.
    case daily
    /// Before a newer version of the program changes the tables.
    case update
    /// Before another backup takes the place of the inventory.
    case restore
  }
}
