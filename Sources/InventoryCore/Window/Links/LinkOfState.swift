import ComposableArchitecture

extension InventoryFeature.State {
  /// The link that leads to what the window shows: its pages, and the sheet or the question that is
  /// open. What has no link, such as an alert about a failure, is left out.
  public var link: DeepLink {
    DeepLink(
      pages: path.map(\.page.link),
      presentation: presentation,
      backup: mainDestination?.backups?.asksAbout,
      countedSKU: mainDestination == nil ? path.last?.stocktake?.count?.item.sku : nil
    )
  }

  /// What is open over the last page; `nil` also for a sheet in which nothing is written over a
  /// count in which something is: the count is what must not be lost.
  var mainDestination: InventoryFeature.Destination.State? {
    let isCountWritten = path.last?.stocktake?.count?.hasUnsavedChanges == true
    return isCountWritten && destination?.add?.hasUnsavedChanges != true ? nil : destination
  }

  private var presentation: DeepLink.Presentation? {
    switch mainDestination {
    case .about(let about): about.legal == nil ? .about : .legal
    case .add: .add
    case .alert: nil
    case .backups: .backups
    case .preferences: .preferences
    case .shortcuts: .shortcuts
    case nil: path.isEmpty ? list.presentation : path.last?.page.presentation
    }
  }
}

extension ItemListFeature.State {
  fileprivate var presentation: DeepLink.Presentation? {
    switch transfer.fileChooser {
    case .exportFile(.items): .export
    case .exportFile(.reorderList): .reorderList
    case .importFile: .import
    case nil where filters != nil: .filters
    case nil:
      transfer.presentation
        ?? (list.query == ItemQuery(filter: ItemFilter(isLow: true)) ? .lowStock : nil)
    }
  }
}

extension TransferFeature.State {
  /// A link does not name a file: it may come from elsewhere, and the file may be another one by
  /// then. It leads to the dialog in which the file is chosen.
  fileprivate var presentation: DeepLink.Presentation? {
    switch destination {
    case .importing: .import
    case .exporting: export?.content == .reorderList ? .reorderList : .export
    case .alert, nil: nil
    }
  }
}
