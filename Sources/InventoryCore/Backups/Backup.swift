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
  /// Why it cannot be restored, as far as a look at it tells; `nil` if nothing stands against it.
  public var obstacle: Obstacle?

  public init(
    id: String,
    date: Date,
    occasion: Occasion,
    itemCount: Int,
    names: [String],
    obstacle: Obstacle? = nil
  ) {
    self.id = id
    self.date = date
    self.occasion = occasion
    self.itemCount = itemCount
    self.names = names
    self.obstacle = obstacle
  }

  /// When it was made, as the user writes dates.
  public func dateText(in locale: Locale = .ofDates()) -> String {
    date.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: locale))
  }

  public enum Obstacle: Hashable, Sendable {
    /// A newer version of the program has made it.
    case newer
    /// Its file is damaged, or no inventory at all.
    case unreadable
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
