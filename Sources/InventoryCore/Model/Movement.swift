import Foundation

/// A change of an item's quantity. The quantity is the sum of the movements.
public struct Movement: Equatable, Hashable, Identifiable, Sendable {
  public let id: Int64
  public var date: Date
  public var reason: Reason
  /// How many more there were afterwards.
  public var delta: Int
  public var note: String

  public init(id: Int64, date: Date, reason: Reason, delta: Int, note: String = "") {
    self.id = id
    self.date = date
    self.reason = reason
    self.delta = delta
    self.note = note
  }

  /// Why a quantity has changed.
  public enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
    /// More has come.
    case received
    /// Some has gone.
    case used
    /// Somebody has looked how many there are.
    case counted
    /// Some came from, or went to, another place.
    case moved
  }
}
