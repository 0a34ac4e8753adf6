import Foundation
import PagedArrays

/// Items that something is done to at once: some, or all that a query finds but some.
///
/// The ids of a million items need not be known for it.
public struct SelectedItems: Equatable, Hashable, Sendable {
  /// What all of them are found by, if all are meant. The order does not matter.
  public var query: ItemQuery
  public var selection: PagedSelection<Item.ID>

  /// - Parameters:
  ///   - selection: Which items. Those that are named need not be there any more.
  ///   - query: What the others are found by.
  public init(_ selection: PagedSelection<Item.ID>, of query: ItemQuery = ItemQuery()) {
    self.selection = selection
    self.query = query
  }
}
