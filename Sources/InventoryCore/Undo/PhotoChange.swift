import Foundation

/// What has become of the photo of an item.
public struct PhotoChange: Equatable, Sendable {
  public let itemID: Item.ID
  /// What the item was called.
  public let name: String
  /// The photo as it was; `nil` if there was none.
  public let before: Photo?
  /// The photo as it is now; `nil` if there is none.
  public let after: Photo?

  public init(itemID: Item.ID, name: String, before: Photo?, after: Photo?) {
    self.itemID = itemID
    self.name = name
    self.before = before
    self.after = after
  }

  /// Whether the picture stays, and only what is written about it is something else.
  package var isDescription: Bool {
    guard let before, let after else { return false }
    return before.data == after.data
  }

  /// How many bytes the pictures have.
  package var size: Int {
    (before?.data.count ?? 0) + (isDescription ? 0 : after?.data.count ?? 0)
  }
}
