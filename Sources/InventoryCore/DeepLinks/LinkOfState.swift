import ComposableArchitecture

extension InventoryFeature.State {
  /// The link that leads to what the window shows: its pages, and the sheet or the question that is
  /// open. What has no link, such as an alert about a failure, is left out.
  public var link: DeepLink {
    DeepLink(pages: path.map(\.page), presentation: presentation)
  }

  private var presentation: DeepLink.Presentation? {
    switch destination {
    case .about: .about
    case .add: .add
    case .alert: nil
    case .backups: .backups
    case .preferences: .preferences
    case .shortcuts: .shortcuts
    case nil: path.last?.presentation
    }
  }
}

extension InventoryFeature.Path.State {
  fileprivate var page: DeepLink.Page {
    switch self {
    case .item(let item): .item(sku: item.item.sku)
    case .location(let location): .location(name: location.name)
    case .locations: .locations
    case .stocktake: .stocktake
    case .stocktakeReview: .stocktakeReview
    }
  }

  fileprivate var presentation: DeepLink.Presentation? {
    switch item?.destination {
    case .book: .book
    case .confirmationDialog: .delete
    case .edit: .edit
    case .alert, nil: nil
    }
  }
}
