import ComposableArchitecture
import Foundation

/// What the features ask of the inventory's database.
///
/// Features use it as a dependency, so that their tests say what the database answers.
@DependencyClient
public struct DatabaseClient: Sendable {
  /// Some of the items that a query asks for, in its order, and how many there are: at once, so
  /// that the page may not be complete.
  public var page: @Sendable (_ query: ItemQuery, _ range: Range<Int>) async throws -> ItemPage
  /// The same, always complete.
  public var completePage:
    @Sendable (_ query: ItemQuery, _ range: Range<Int>) async throws -> ItemPage
  /// Where an item is among those that a query asks for; `nil` if it is none of them.
  public var position: @Sendable (_ id: Item.ID, _ query: ItemQuery) async throws -> Int?
  /// The item with an identity.
  public var item: @Sendable (_ id: Item.ID) async throws -> Item?
  /// The item with a SKU.
  public var itemWithSku: @Sendable (_ sku: String) async throws -> Item?
  /// The SKU with the next number that no item has.
  public var nextSku: @Sendable (_ pattern: SkuPattern) async throws -> String
  /// A location with what is in it; `nil` if there is none.
  public var location: @Sendable (_ reference: LocationReference) async throws -> LocationContent?
  /// The locations that are in no other.
  public var topLocations: @Sendable () async throws -> [Location]
  /// Adds a location. Throws ``LocationError`` if it is there.
  public var addLocation: @Sendable (_ path: LocationPath) async throws -> Void
  /// Gives a location another name or place, or merges it with the one that is there. Throws
  /// ``LocationError``.
  public var editLocation: @Sendable (_ edit: LocationEdit, _ isMerging: Bool) async throws -> Void
  /// Removes a location; what is in it moves up.
  public var deleteLocation: @Sendable (_ id: Int64) async throws -> Void
  /// All locations, with the number of items there and below.
  public var locations: @Sendable () async throws -> [Location]
  /// Saves what somebody has made of an item, and returns it as it is in the database then. Throws
  /// ``ItemConflict`` when somebody else has changed the same fields.
  public var save: @Sendable (_ edit: ItemEdit) async throws -> Item
  /// Removes an item. One that is gone already is no error.
  public var delete: @Sendable (_ id: Item.ID) async throws -> Void
  /// What has happened to the quantity of an item, with some of the latest movements.
  public var history: @Sendable (_ id: Item.ID, _ movementLimit: Int) async throws -> StockHistory
  /// Books a change of an item's quantity, and returns the item as it is then.
  public var book: @Sendable (_ booking: Booking, _ id: Item.ID) async throws -> Item
  /// The latest movements of all items: for one reason or all, and how many at most.
  public var recentChanges:
    @Sendable (_ reason: Movement.Reason?, _ limit: Int) async throws -> RecentChanges
  /// The photo of an item.
  public var photo: @Sendable (_ id: Item.ID) async throws -> Photo?
  /// Gives an item a photo in the place of the one it has, or none.
  public var setPhoto: @Sendable (_ photo: Photo?, _ id: Item.ID) async throws -> Void
  /// Says something else about the photo of an item. The photo is as it was when the user began to
  /// write.
  public var setPhotoCaption:
    @Sendable (_ caption: String, _ photo: Photo, _ id: Item.ID) async throws -> Void
  /// Some of the items that have something in common with another one.
  public var relatedItems: @Sendable (_ id: Item.ID) async throws -> RelatedItems
  /// What a file looks like that may be imported.
  public var importPreview:
    @Sendable (_ file: URL, _ request: ImportRequest, _ locale: Locale) async throws ->
      ImportPreview
  /// What an import would do. Nothing is changed.
  public var tryImport:
    @Sendable (_ file: URL, _ options: ImportOptions) async throws -> ImportSummary
  /// Reads the items of a file into the database, all or none. Nothing is changed if nobody waits
  /// for the end.
  public var importItems:
    @Sendable (_ file: URL, _ options: ImportOptions) -> AsyncThrowingStream<
      TransferEvent<ImportSummary>, any Error
    > = { _, _ in .finished(throwing: nil) }
  /// Writes items to a file; the number of items. The file stays as it is if nobody waits for the
  /// end.
  public var exportItems:
    @Sendable (_ file: URL, _ options: ExportOptions) -> AsyncThrowingStream<
      TransferEvent<Int>, any Error
    > = { _, _ in .finished(throwing: nil) }
  /// What is in the database at the end of a deep link.
  public var target: @Sendable (_ link: DeepLink) async throws -> DeepLinkTarget
  /// The items that have run low since an event; `nil` to begin with the latest one.
  public var lowStock: @Sendable (_ event: LowStock.Event?) async throws -> LowStock
  /// Yields at once, and again after every change by anybody, in this process or another.
  public var changes: @Sendable () -> AsyncStream<Void> = { .finished }
  /// Yields what is done from now on through this client, to be taken back.
  public var madeChanges: @Sendable () -> AsyncStream<InventoryChange> = { .finished }
  /// Takes a change back, unless others stand in the way (``UndoProblem``), and returns the change
  /// that takes this back in its turn.
  public var revert: @Sendable (_ change: InventoryChange) async throws -> InventoryChange
  /// The counts of the stocktake that is going on, the latest first.
  public var stocktake: @Sendable () async throws -> [StocktakeCount]
  /// How many items have been counted in the stocktake that is going on.
  public var countedItems: @Sendable () async throws -> Int
  /// The items that may be meant by what was scanned or typed.
  public var itemsToCount: @Sendable (_ text: String) async throws -> StocktakeMatches
  /// Saves how many of an item were counted, instead of an earlier count or in addition to it.
  public var count:
    @Sendable (_ amount: Int, _ id: Item.ID, _ isAddition: Bool) async throws -> StocktakeCount
  /// Forgets the count of an item.
  public var removeCount: @Sendable (_ id: Item.ID) async throws -> Void
  /// Forgets all counts.
  public var discardStocktake: @Sendable () async throws -> Void
  /// Books all counts, if they are those that were reviewed.
  public var bookStocktake: @Sendable (_ reviewed: [StocktakeCount]) async throws -> Void
  /// Looks through the whole file, and throws when it is damaged.
  public var checkIntegrity: @Sendable () async throws -> Void
  /// Makes a backup, unless there is one of the last day.
  public var backUp: @Sendable () async throws -> Void
  /// The backups, the latest first.
  public var backups: @Sendable () async throws -> [Backup]
  /// Makes the inventory what it was when a backup was made; what it is now is kept, too.
  public var restore: @Sendable (_ id: Backup.ID) async throws -> Void
  /// What a window has shown when the program ended.
  public var savedWindow: @Sendable (_ window: SavedWindow) async throws -> RestoredWindow
  /// Opens the file anew, if it could not be opened before.
  public var reopen: @Sendable () async throws -> Void
  /// The tags that most items have.
  public var tags: @Sendable () async throws -> [Tag]
  /// What the sidebar shows.
  public var sidebar: @Sendable () async throws -> SidebarContent
}

extension DatabaseClient {
  /// A client of an open database.
  public static func live(_ database: InventoryDatabase) -> DatabaseClient {
    live(DatabaseSource(path: database.path, .success(database)) { database })
  }

  /// A client of a database that may have to be opened again.
  ///
  /// While it is not open, everything is answered with the error that tells why. SQLite blocks, so
  /// its work is done on threads of its own and never on the main actor.
  public static func live(_ source: DatabaseSource) -> DatabaseClient {
    @Sendable func ask<Value: Sendable>(
      _ body: @escaping @Sendable (InventoryDatabase) throws -> Value
    ) async throws -> Value {
      try await blocking { try body(source.database()) }
    }
    let journal = ChangeJournal()
    return DatabaseClient(
      page: { query, range in
        try await source.database().page(query, range, isComplete: false)
      },
      completePage: { query, range in try await source.database().page(query, range) },
      position: { id, query in try await source.database().position(ofItem: id, in: query) },
      item: { id in try await ask { try $0.item(id: id) } },
      itemWithSku: { sku in try await ask { try $0.item(sku: sku) } },
      nextSku: { pattern in try await ask { try $0.nextSku(pattern) } },
      location: { reference in try await ask { try $0.location(reference) } },
      topLocations: { try await ask { try $0.topLocations() } },
      addLocation: { path in try await ask { try $0.addLocation(path, journal: journal) } },
      editLocation: { edit, isMerging in
        try await ask { try $0.editLocation(edit, isMerging: isMerging, journal: journal) }
      },
      deleteLocation: { id in try await ask { try $0.deleteLocation(id, journal: journal) } },
      locations: { try await ask { try $0.locations() } },
      save: { edit in try await ask { try $0.save(edit, journal: journal) } },
      delete: { id in try await ask { try $0.delete(id: id, journal: journal) } },
      history: { id, limit in
        try await ask { try $0.history(ofItem: id, movementLimit: limit) }
      },
      book: { booking, id in
        try await ask { try $0.book(booking, ofItem: id, journal: journal) }
      },
      recentChanges: { reason, limit in
        try await ask { try $0.recentChanges(for: reason, limit: limit) }
      },
      photo: { id in try await ask { try $0.photo(ofItem: id) } },
      setPhoto: { photo, id in
        try await ask { try $0.setPhoto(photo, ofItem: id, journal: journal) }
      },
      setPhotoCaption: { caption, photo, id in
        try await ask { try $0.setPhotoCaption(caption, of: photo, ofItem: id, journal: journal) }
      },
      relatedItems: { id in try await ask { try $0.relatedItems(to: id) } },
      importPreview: { file, request, locale in
        try await blockingUntilCancelled { checkCancellation in
          let path = file.path(percentEncoded: false)
          return try ImportPreview(
            ImportFile(
              path,
              layout: ImportLayout(header: request.header),
              format: request.format,
              checkCancellation: checkCancellation
            ),
            locale: locale,
            checkCancellation: checkCancellation
          )
        }
      },
      tryImport: { file, options in
        try await blockingUntilCancelled { checkCancellation in
          try source.database().tryImport(
            ofFile: file.path(percentEncoded: false),
            options: options,
            checkCancellation: checkCancellation
          )
        }
      },
      importItems: { file, options in
        .transfer { onProgress in
          try await source.database().importItems(
            fromFile: file.path(percentEncoded: false),
            options: options,
            journal: journal,
            onProgress: onProgress
          )
        }
      },
      exportItems: { file, options in
        .transfer { onProgress in
          let path = file.path(percentEncoded: false)
          return try await blockingUntilCancelled { checkCancellation in
            try source.database().exportItems(toFile: path, options: options) { progress in
              try checkCancellation()
              onProgress(progress)
            }
          }
        }
      },
      target: { link in
        try await blockingUntilCancelled { checkCancellation in
          try source.database().target(of: link, checkCancellation: checkCancellation)
        }
      },
      lowStock: { event in try await ask { try $0.lowStock(since: event) } },
      changes: { source.changes() },
      madeChanges: { journal.changes() },
      revert: { change in try await ask { try $0.revert(change) } },
      stocktake: { try await ask { try $0.stocktake() } },
      countedItems: { try await ask { try $0.countedItems() } },
      itemsToCount: { text in try await ask { try $0.itemsToCount(text) } },
      count: { amount, id, isAddition in
        try await ask {
          try $0.count(amount, ofItem: id, isAddition: isAddition, journal: journal)
        }
      },
      removeCount: { id in try await ask { try $0.removeCount(ofItem: id, journal: journal) } },
      discardStocktake: { try await ask { try $0.discardStocktake(journal: journal) } },
      bookStocktake: { reviewed in
        try await ask { try $0.bookStocktake(reviewed, journal: journal) }
      },
      checkIntegrity: { try await blocking(.utility) { try source.database().checkIntegrity() } },
      backUp: {
        try await blocking(.utility) {
          let database = try source.database()
          try database.backUpIfDue()
          // Photos that cannot be removed today are tomorrow.
          try? database.removeOrphanedPhotos()
        }
      },
      backups: {
        try await blockingUntilCancelled { try source.backups(checkCancellation: $0) }
      },
      restore: { id in try await blocking { try source.restore(id) } },
      savedWindow: { window in
        try await blockingUntilCancelled { checkCancellation in
          try RestoredWindow(
            window,
            database: source.database(),
            checkCancellation: checkCancellation
          )
        }
      },
      reopen: { try await blocking { try source.reopen() } },
      tags: { try await ask { try $0.tags() } },
      sidebar: { try await ask { try $0.sidebar() } }
    )
  }
}

/// Runs work that blocks away from the threads of Swift's tasks, of which there are few.
func blocking<Value: Sendable>(
  _ priority: DispatchQoS.QoSClass = .userInitiated,
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global(qos: priority).async {
      continuation.resume(with: Result(catching: work))
    }
  }
}
