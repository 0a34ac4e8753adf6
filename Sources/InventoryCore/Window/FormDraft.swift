import Foundation

/// What was typed into an open form and is not saved. It comes back with the window.
///
/// It is only what differs from the form as it opened: the rest is as it is stored by then.
public enum FormDraft: Codable, Equatable, Sendable {
  /// A change of an item's quantity.
  case booking(item: Item.ID, reason: Movement.Reason, amount: String, note: String)
  /// How many of an item there are, in a stocktake.
  case count(item: Item.ID, amount: String)
  /// An item: the one that was there when the form opened, if it is not a new one, and the fields
  /// whose text was changed.
  case item(id: Item.ID, original: Item?, texts: [Item.Field: String])
  /// A location, if it is not a new one, and those of its fields that were changed.
  case location(id: LocationContent.ID?, name: String?, parent: String?)
}
