import Foundation

/// Something that was done to the inventory, with what is needed to take it back.
///
/// What takes it back is a change itself, so that undoing is undone in the same way.
public struct InventoryChange: Equatable, Sendable {
  /// What was done, in the words of the user: undoing it does not change what it is called.
  public var kind: Kind
  /// What has become of the photo of an item.
  public var photo: PhotoChange?
  /// The item that the change has brought back, if it takes a deletion back.
  public var restoredItem: Item?
  /// What the engine needs to take the change back.
  public var reversal: any InventoryReversal

  public init(
    _ kind: Kind,
    photo: PhotoChange? = nil,
    restoredItem: Item? = nil,
    reversal: any InventoryReversal
  ) {
    self.kind = kind
    self.photo = photo
    self.restoredItem = restoredItem
    self.reversal = reversal
  }

  public static func == (change: InventoryChange, other: InventoryChange) -> Bool {
    change.kind == other.kind && change.photo == other.photo
      && change.restoredItem == other.restoredItem
      && change.reversal.isEqual(to: other.reversal)
  }

  /// How many items the change is about, if it may be about many; otherwise 0.
  package var itemCount: Int {
    switch kind {
    case .imported(let summary): summary.added + summary.updated
    case .many(_, let count): count
    default: 0
    }
  }

  /// How many bytes the photos have that the change remembers.
  var photoSize: Int { (photo?.size ?? 0) + reversal.photoSize }

  /// Whether another change goes on with this one, so that both are taken back at once: a text
  /// about a photo is stored several times while it is written.
  func isContinued(by other: InventoryChange) -> Bool {
    guard case .photoDescribed = kind, case .photoDescribed = other.kind else { return false }
    return photo?.itemID == other.photo?.itemID && photo?.before == other.photo?.before
  }

  /// Whether nothing is different from what it was before.
  var isWithoutEffect: Bool {
    guard case .photoDescribed = kind else { return false }
    return photo?.before == photo?.after
  }

  /// The names are those of items, or the paths of locations.
  public enum Kind: Equatable, Sendable {
    case added(name: String)
    case booked(name: String)
    case deleted(name: String)
    /// What is called so now was called otherwise before, if a former name is given.
    case edited(name: String, formerly: String? = nil)
    /// A file was imported, which added or changed some items.
    case imported(ImportSummary)
    /// Something was done to some items at once.
    case many(ManyItemsChange.Kind, count: Int)
    /// What was in a location went to another one.
    case merged(name: String, into: String)
    /// The item with the name got a photo, another one, or lost the one it had.
    case photoAdded(name: String)
    case photoRemoved(name: String)
    case photoReplaced(name: String)
    /// Something else was written about the photo of the item with the name.
    case photoDescribed(name: String)
    /// It was counted how many there are of an item, in a stocktake.
    case counted(name: String)
    case countRemoved(name: String)
    /// All counts of a stocktake were thrown away.
    case countsDiscarded
    /// The counts of a stocktake were booked.
    case stocktake
  }
}

extension InventoryChange.Kind {
  /// Tells that it was done.
  public var doneText: String {
    switch self {
    case .added(let name): tr("“\(name)” added")
    case .booked(let name): tr("Quantity of “\(name)” changed")
    case .deleted(let name): tr("“\(name)” deleted")
    case .edited(let name, _): tr("“\(name)” changed")
    case .imported(let summary): summary.message
    case .many(let kind, let count): kind.doneText(count)
    case .merged(let name, let other): tr("“\(name)” merged with “\(other)”")
    case .photoAdded(let name): tr("Photo of “\(name)” added")
    case .photoDescribed(let name): tr("Description of the photo of “\(name)” changed")
    case .photoRemoved(let name): tr("Photo of “\(name)” removed")
    case .photoReplaced(let name): tr("Photo of “\(name)” replaced")
    case .counted(let name): tr("“\(name)” counted")
    case .countRemoved(let name): tr("Count of “\(name)” removed")
    case .countsDiscarded: tr("Counts discarded")
    case .stocktake: tr("Stocktake booked")
    }
  }

  /// Tells that it was taken back.
  public var undoneText: String {
    switch self {
    case .added(let name): tr("“\(name)” removed again")
    case .booked(let name): tr("Quantity of “\(name)” changed back")
    case .deleted(let name): tr("“\(name)” restored")
    case .edited(let name, let formerName): tr("“\(formerName ?? name)” changed back")
    case .imported: tr("Import taken back")
    case .many(let kind, let count): kind.undoneText(count)
    case .merged(let name, let other): tr("“\(name)” and “\(other)” separated again")
    case .photoAdded(let name): tr("Photo of “\(name)” removed again")
    case .photoDescribed(let name): tr("Description of the photo of “\(name)” changed back")
    case .photoRemoved(let name): tr("Photo of “\(name)” restored")
    case .photoReplaced(let name): tr("Photo of “\(name)” changed back")
    case .counted(let name): tr("Count of “\(name)” taken back")
    case .countRemoved(let name): tr("Count of “\(name)” restored")
    case .countsDiscarded: tr("Counts restored")
    case .stocktake: tr("Stocktake not booked any more")
    }
  }
}

extension ManyItemsChange.Kind {
  fileprivate func doneText(_ count: Int) -> String {
    switch self {
    case .booked:
      tr(
        "Quantity of \(count) item changed",
        "Quantities of \(count) items changed",
        count: count
      )
    case .changed: tr("\(count) item changed", "\(count) items changed", count: count)
    case .deleted: tr("\(count) item deleted", "\(count) items deleted", count: count)
    case .moved(""):
      tr(
        "\(count) item taken out of its location",
        "\(count) items taken out of their locations",
        count: count
      )
    case .moved(let path):
      tr("\(count) item moved to “\(path)”", "\(count) items moved to “\(path)”", count: count)
    case .tagged:
      tr("Tags of \(count) item changed", "Tags of \(count) items changed", count: count)
    }
  }

  fileprivate func undoneText(_ count: Int) -> String {
    switch self {
    case .deleted: tr("\(count) item restored", "\(count) items restored", count: count)
    case .booked, .changed, .moved, .tagged:
      tr("\(count) item changed back", "\(count) items changed back", count: count)
    }
  }
}

/// What an engine needs to take a change back. Only the engine that has made it looks into it.
public protocol InventoryReversal: Equatable, Sendable {
  /// How many bytes of photos are kept for it.
  var photoSize: Int { get }
}

extension InventoryReversal {
  fileprivate func isEqual(to other: any InventoryReversal) -> Bool { other as? Self == self }
}

/// Why a change cannot be taken back. Nothing has been changed then.
public enum UndoProblem: Error, Equatable, Sendable {
  /// Somebody else has changed the same of an item.
  case changedMeanwhile(name: String, fields: [Item.Field])
  /// Somebody else has counted the same item, or the count was booked or removed.
  case countChangedMeanwhile(name: String)
  /// The item is no longer there.
  case itemGone(name: String)
  /// The item is there again.
  case itemIsBack(name: String)
  /// Somebody else has moved, renamed or removed a location.
  case locationChangedMeanwhile(name: String)
  /// There is another location with the path of the one that is to return.
  case locationExists(name: String)
  /// A location that is to go has something in it.
  case locationInUse(name: String)
  /// The change was made in another inventory.
  case madeElsewhere
  /// The quantity would fall below zero, because more has been taken meanwhile.
  case notEnough(name: String, available: Quantity)
  /// Somebody else has given the item another photo, or removed the one it had.
  case photoChangedMeanwhile(name: String)
  /// Another item has got the SKU of the one that is to return.
  case skuTaken(name: String, sku: String)
}

extension UndoProblem: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .changedMeanwhile(let name, let fields):
      tr(
        """
        “\(name)” has been changed meanwhile: \(fields.map(\.title).joined(separator: ", ")). \
        It stays as it is.
        """
      )
    case .countChangedMeanwhile(let name):
      tr("The count of “\(name)” has been changed meanwhile. It stays as it is.")
    case .itemGone(let name):
      tr("“\(name)” has been deleted meanwhile.")
    case .itemIsBack(let name):
      tr("“\(name)” is in the inventory already.")
    case .locationChangedMeanwhile(let name):
      tr("The location “\(name)” has been changed meanwhile. It stays as it is.")
    case .locationExists(let name):
      tr("There is another location “\(name)” by now.")
    case .locationInUse(let name):
      tr("Something has been put into the location “\(name)” meanwhile. It stays.")
    case .madeElsewhere:
      tr("This was done in another inventory.")
    case .notEnough(let name, let available):
      tr(
        "Only \(available) of “\(name)” is left.",
        "Only \(available) of “\(name)” are left.",
        count: available.pluralCount
      )
    case .photoChangedMeanwhile(let name):
      tr("The photo of “\(name)” has been changed meanwhile. It stays as it is.")
    case .skuTaken(let name, let sku):
      tr("Another item has got the SKU “\(sku)” of “\(name)” meanwhile.")
    }
  }
}

extension Item.Field {
  /// What the field is called.
  fileprivate var title: String {
    switch self {
    case .name: tr("Name")
    case .sku: tr("SKU")
    case .barcode: tr("Barcode")
    case .quantity: tr("Quantity")
    case .unit: tr("Unit")
    case .reorderLevel: tr("Reorder Level")
    case .price: tr("Price")
    case .currency: tr("Currency")
    case .location: tr("Location")
    case .tags: tr("Tags")
    case .notes: tr("Notes")
    }
  }
}
