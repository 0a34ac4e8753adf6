import ComposableGtk
import Foundation
import InventoryCore

/// The window's content: the list of items, and the pages on top of it; in a wide window beside the
/// places that they are about.
struct InventoryView: View {
  @Bindable var store: StoreOf<InventoryFeature>

  var body: some View {
    VStack(spacing: 0) {
      NavigationSplitView(
        columnVisibility: $store.sidebar.layout.visibility.sending(\.sidebar.visibilityChanged)
      ) {
        SidebarView(store: sidebar, place: store.place)
          .navigationSplitViewColumnWidth(min: 200, ideal: 240, max: 400)
      } detail: {
        PagesView(store: store, undo: undo)
          .navigationSplitViewColumnWidth(min: 699, ideal: 1_160)
      }
      .columnWidths($store.sidebar.layout.widths.sending(\.sidebar.widthsChanged))
      // The pages lead to all places as well.
      .compactRoot(.detail)
      ConnectionBanner(store: connection, saysProblem: store.state.saysProblem)
    }
    .task { await connection.send(.task).finish() }
    .sheet(
      item: $store.scope(state: \.destination?.about, action: \.destination.about)
    ) { store in
      AboutView(store: store)
    }
    .sheet(item: $store.scope(state: \.destination?.add, action: \.destination.add)) { store in
      ItemFormView(store: store)
    }
    .sheet(
      item: $store.scope(state: \.destination?.backups, action: \.destination.backups)
    ) { backups in
      BackupsView(store: backups, integrity: store.list.integrity)
    }
    .sheet(
      item: $store.scope(state: \.destination?.preferences, action: \.destination.preferences)
    ) { store in
      PreferencesView(store: store)
    }
    .sheet(
      item: $store.scope(state: \.destination?.shortcuts, action: \.destination.shortcuts)
    ) { store in
      ShortcutsView(store: store)
    }
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
    // Selected items are written to files from several pages.
    .transfer(store: store.scope(state: \.list.transfer, action: \.list.transfer))
    .undo(store: undo)
    .environment(\.currency, store.currency)
    .formats()
    .readableRows()
    .environment(\.perform, PerformAction(store))
    .environment(\.rights, store.connection.rights)
  }

  private var connection: StoreOf<ConnectionFeature> {
    store.scope(state: \.connection, action: \.connection)
  }

  private var sidebar: StoreOf<SidebarFeature> {
    store.scope(state: \.sidebar, action: \.sidebar)
  }

  private var undo: StoreOf<UndoFeature> { store.scope(state: \.undo, action: \.undo) }
}

/// The list and its pages, and beside them an item with its pages.
///
/// The smallest widths of both add up to more than the pages ever have without the sidebar: a
/// window has room for the item beside the list only if it has room for the places as well.
private struct PagesView: View {
  @Bindable var store: StoreOf<InventoryFeature>
  let undo: StoreOf<UndoFeature>
  @Environment(\.horizontalSizeClass) private var sizeClass

  var body: some View {
    NavigationSplitView(preferredCompactColumn: $store.column.sending(\.columnChanged)) {
      NavigationStack(path: $store.scope(state: \.contentPath, action: \.path)) {
        ItemListView(store: store.scope(state: \.list, action: \.list))
      } destination: {
        PageView(store: $0, undo: undo)
      }
      .environment(\.shownItem, store.shownItem)
      .environment(\.isBesideSidebar, sizeClass != .compact)
      // A table needs more room than a list, and makes use of it.
      .navigationSplitViewColumnWidth(
        min: isTable ? 699 : 400,
        ideal: isTable ? 1_160 : 460,
        max: isTable ? nil : 860
      )
    } detail: {
      NavigationStack(path: $store.scope(state: \.detailPath, action: \.path)) {
        if let id = store.detailID, let item = item(id) {
          ItemDetailView(store: item)
            .id(id)
        } else {
          ContentUnavailableView(tr("No Item Selected"), systemImage: "shippingbox")
        }
      } destination: {
        PageView(store: $0, undo: undo)
      }
      .navigationSplitViewColumnWidth(min: 500, ideal: 700)
    }
    .columnWidths(
      Binding {
        NavigationSplitViewWidths(sidebar: store.sidebar.layout.widths.content)
      } set: {
        var widths = store.sidebar.layout.widths
        widths.content = $0.sidebar
        store.send(.sidebar(.widthsChanged(widths)))
      }
    )
  }

  private var isTable: Bool { store.list.list.layout == .table }

  private func item(_ id: StackElementID) -> StoreOf<ItemDetailFeature>? {
    store.scope(state: \.path[id: id, case: \.item], action: \.path[id: id].item)
  }
}

/// A page on the list, or on an item.
private struct PageView: View {
  let store: StoreOf<InventoryFeature.Path>
  let undo: StoreOf<UndoFeature>

  var body: some View {
    switch store.case {
    case .item(let store): ItemDetailView(store: store)
    case .location(let store): LocationView(store: store)
    case .locations(let store): LocationsView(store: store)
    case .recentChanges(let store): RecentChangesView(store: store, undo: undo)
    case .stocktake(let store): StocktakeView(store: store)
    case .stocktakeReview(let store): StocktakeReviewView(store: store)
    case .tag(let store): TagView(store: store)
    }
  }
}

private enum ShownItemKey: EnvironmentKey {
  static let defaultValue: Item.ID? = nil
}

private enum BesideSidebarKey: EnvironmentKey {
  static let defaultValue = false
}

@MainActor
extension EnvironmentValues {
  /// Whether the window has room for the sidebar.
  var isBesideSidebar: Bool {
    get { self[BesideSidebarKey.self] }
    set { self[BesideSidebarKey.self] = newValue }
  }

  /// The item that the column beside a list shows.
  var shownItem: Item.ID? {
    get { self[ShownItemKey.self] }
    set { self[ShownItemKey.self] = newValue }
  }
}
