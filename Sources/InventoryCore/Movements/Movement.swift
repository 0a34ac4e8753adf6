import Foundation

/// A change of an item's quantity or place. The quantity is the sum of the movements.
public struct Movement: Equatable, Hashable, Identifiable, Sendable {
  public let id: Int64
  public var date: Date
  public var reason: Reason
  /// How many more there were afterwards.
  public var delta: Quantity
  public var note: String
  /// The locations that an item was moved between, as they were called then; `nil` for none.
  public var origin: String?
  public var destination: String?
  /// Who did it, if the engine knows.
  public var author: Author?

  public init(
    id: Int64,
    date: Date,
    reason: Reason,
    delta: Quantity,
    note: String = "",
    origin: String? = nil,
    destination: String? = nil,
    author: Author? = nil
  ) {
    self.id = id
    self.date = date
    self.reason = reason
    self.delta = delta
    self.note = note
    self.origin = origin
    self.destination = destination
    self.author = author
  }

  /// Somebody who does something to an inventory that several people have.
  public struct Author: Equatable, Hashable, Sendable {
    /// The name by which the server knows the user.
    public var user: String
    /// The name of the machine, or an empty string.
    public var machine: String

    public init(user: String, machine: String) {
      self.user = user
      self.machine = machine
    }
  }

  /// Why a quantity has changed, or a place.
  public enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
    /// More has come.
    case received
    /// Some has gone.
    case used
    /// Somebody has looked how many there are.
    case counted
    /// The item was put into another place. There are as many as before.
    case moved
  }
}
