import Foundation

/// Why something cannot be done in the inventory, whichever engine it has.
public enum InventoryError: Error, Equatable, Sendable {
  /// Another item has this SKU.
  case duplicateSku(String)
  /// There are fewer than what would be taken away.
  case notEnough(available: Quantity)
  /// The item was deleted meanwhile.
  case itemGone
  /// The photo was removed or replaced meanwhile.
  case photoGone
}

extension InventoryError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .duplicateSku(let sku):
      tr("the SKU “\(sku)” belongs to another item; expected a SKU of its own")
    case .notEnough(let available):
      tr("only \(available) left; expected at most as many")
    case .itemGone:
      tr("the item is no longer in the inventory")
    case .photoGone:
      tr("the photo was removed or replaced meanwhile")
    }
  }
}
