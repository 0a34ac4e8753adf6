import ComposableArchitecture

extension InventoryFeature.State {
  /// The link that leads to what the window shows: its pages, and the sheet or the question that is
  /// open. What has no link, such as an alert about a failure, is left out.
  public var link: DeepLink {
    DeepLink(
      pages: linkedPages.map(\.page.link),
      presentation: presentation,
      backup: mainDestination?.backups?.asksAbout,
      countedSKU: mainDestination == nil ? mainPage?.stocktake?.count?.item.sku : nil
    )
  }

  /// The pages that the ``link`` leads to: those up to a page with a form in which something is
  /// written, which may lie beside an item in a wide window, else all.
  private var linkedPages: ArraySlice<InventoryFeature.Path.State> {
    let written = path.lastIndex { $0.page.openForm?.draft != nil }
    return Array(path).prefix(written.map { $0 + 1 } ?? path.count)
  }

  /// The page that the ``link`` leads to; `nil` if that is the list.
  var mainPage: InventoryFeature.Path.State? { linkedPages.last }

  /// What is open over the last page; `nil` also for a sheet in which nothing is written over a
  /// count in which something is: the count is what must not be lost.
  var mainDestination: InventoryFeature.Destination.State? {
    let isCountWritten = mainPage?.stocktake?.count?.hasUnsavedChanges == true
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
    case nil: mainPage.map(\.page.presentation) ?? list.presentation
    }
  }
}

extension ItemListFeature.State {
  fileprivate var presentation: DeepLink.Presentation? {
    switch transfer.fileChooser {
    case .exportFile(.items): .export
    case .exportFile(.reorderList): .reorderList
    // What is selected is not part of a link.
    case .exportSelected: nil
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
