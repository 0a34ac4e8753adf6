import ComposableGtk
import InventoryCore
import PagedArrays

extension View {
  /// Adds the menu of a row: it opens what the row shows, here or in a window of its own.
  ///
  /// - Parameters:
  ///   - element: What the row shows; `nil` while it is being fetched.
  ///   - open: Opens it here.
  ///   - openInNewWindow: Opens it in a window of its own.
  func rowMenu<Element>(
    _ element: Element?,
    open: @escaping (Element) -> Void,
    openInNewWindow: @escaping (Element) -> Void
  ) -> some View {
    contextMenu {
      if let element {
        Button(tr("Open")) { open(element) }
        Button(Command.pageInNewWindow.title) { openInNewWindow(element) }
      }
    }
  }
}

/// The menu of a row of a list of items. It is about all selected items if the row is one of them,
/// and does what the bar of the selection does. Otherwise it is about the item of the row, which it
/// selects before something is done to it.
struct ItemsMenu: View {
  let store: StoreOf<ItemRowsFeature>
  let selection: PagedSelection<Item.ID>
  @Environment(\.rights) private var rights

  var body: some View {
    if let item {
      Button(tr("Open")) { store.send(.rowTapped(item)) }
      Button(Command.pageInNewWindow.title) { store.send(.rowTappedForNewWindow(item)) }
      Divider()
      if !store.selected.contains(item.id) {
        Button(tr("Select")) { store.send(.rowSelected(item)) }
        Divider()
      }
    }
    if !selection.isEmpty {
      button(.move, tr("Move…"))
      button(.tag, tr("Tags…"))
      button(.book, tr("Change Quantity…"))
      button(.changeField, tr("Change Field…"))
      Button(tr("Export…")) { store.send(.menuExportChosen(selection)) }
      Divider()
      button(.delete, tr("Delete…"))
    }
  }

  private func button(_ task: ManyItemsFeature.Task, _ title: String) -> some View {
    Button(title, role: task == .delete ? .destructive : nil) {
      store.send(.menuTaskChosen(task, selection))
    }
    .disabled(!rights.contains(task == .book ? .book : .change))
  }

  /// The item, if it is a single one that is loaded.
  private var item: Item? {
    guard case .only(let ids) = selection, ids.count == 1 else { return nil }
    return store.rows.loadedElements.first { ids.contains($0.id) }
  }
}
