import ComposableArchitecture

/// All clients of one inventory.
///
/// An engine, such as the one of SQLite, makes them together: they share a connection, and what is
/// done through any of them is told by ``UndoClient/madeChanges``. Each window has clients of its
/// own, and so takes back what was done in it.
///
///     Store(initialState: WindowFeature.State()) {
///       WindowFeature()
///     } withDependencies: {
///       $0.inventory = .live(database)
///     }
public struct InventoryClients: Sendable {
  public var backups: BackupsClient
  public var connection: ConnectionClient
  public var copying: CopyingClient
  public var items: ItemsClient
  public var locations: LocationsClient
  public var manyItems: ManyItemsClient
  public var movements: MovementsClient
  public var photos: PhotosClient
  public var sidebar: SidebarClient
  public var stocktake: StocktakeClient
  public var transfer: TransferClient
  public var undo: UndoClient

  public init(
    backups: BackupsClient,
    connection: ConnectionClient,
    copying: CopyingClient,
    items: ItemsClient,
    locations: LocationsClient,
    manyItems: ManyItemsClient = .unavailable,
    movements: MovementsClient,
    photos: PhotosClient,
    sidebar: SidebarClient,
    stocktake: StocktakeClient,
    transfer: TransferClient,
    undo: UndoClient
  ) {
    self.backups = backups
    self.connection = connection
    self.copying = copying
    self.items = items
    self.locations = locations
    self.manyItems = manyItems
    self.movements = movements
    self.photos = photos
    self.sidebar = sidebar
    self.stocktake = stocktake
    self.transfer = transfer
    self.undo = undo
  }

  /// What leads to places in the inventory.
  public var links: LinksClient { LinksClient(self) }
}

extension DependencyValues {
  /// The clients of the inventory. Setting them sets each of them, and ``links`` with them.
  public var inventory: InventoryClients {
    get {
      InventoryClients(
        backups: backups,
        connection: connection,
        copying: copying,
        items: items,
        locations: locations,
        manyItems: manyItems,
        movements: movements,
        photos: photos,
        sidebar: sidebar,
        stocktake: stocktake,
        transfer: transfer,
        undo: undo
      )
    }
    set {
      backups = newValue.backups
      connection = newValue.connection
      copying = newValue.copying
      items = newValue.items
      links = newValue.links
      locations = newValue.locations
      manyItems = newValue.manyItems
      movements = newValue.movements
      photos = newValue.photos
      sidebar = newValue.sidebar
      stocktake = newValue.stocktake
      transfer = newValue.transfer
      undo = newValue.undo
    }
  }
}
