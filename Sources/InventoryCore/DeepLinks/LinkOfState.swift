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
    case nil: path.isEmpty ? list.presentation : path.last?.presentation
    }
  }
}

extension ItemListFeature.State {
  fileprivate var presentation: DeepLink.Presentation? {
    switch transfer.fileChooser {
    case .exportFile(.items): .export
    // There is no link to the reorder list.
    case .exportFile: nil
    case .importFile: .import
    case nil: filters == nil ? nil : .filters
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
    switch self {
    case .item(let page): page.presentation
    case .location(let page): page.presentation
    case .locations(let page): page.form == nil ? nil : .newLocation
    case .stocktake: nil
    case .stocktakeReview(let page):
      page.destination?.is(\.confirmationDialog) == true ? .discard : nil
    }
  }
}

extension ItemDetailFeature.State {
  fileprivate var presentation: DeepLink.Presentation? {
    switch destination {
    case .book: .book
    case .confirmationDialog: .delete
    case .edit: .edit
    case .alert: nil
    case nil: photo.isToBeShown || photo.destination?.is(\.viewer) == true ? .photo : nil
    }
  }
}

extension LocationFeature.State {
  fileprivate var presentation: DeepLink.Presentation? {
    switch destination {
    case .confirmationDialog: .delete
    case .form(let form): form.original == nil ? .newLocation : .edit
    case .alert, nil: nil
    }
  }
}
