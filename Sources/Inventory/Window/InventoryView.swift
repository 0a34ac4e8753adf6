import ComposableGtk
import Foundation
import InventoryCore

/// The window's content: the list of items, and the pages on top of it; in a wide window beside the
/// places that they are about.
struct InventoryView: View {
  @Bindable var store: StoreOf<InventoryFeature>

  var body: some View {
    NavigationSplitView(
      columnVisibility: $store.sidebar.layout.visibility.sending(\.sidebar.visibilityChanged)
    ) {
      SidebarView(store: sidebar, place: store.place)
        .navigationSplitViewColumnWidth(min: 200, ideal: 240, max: 400)
    } detail: {
      pages
        .navigationSplitViewColumnWidth(min: 699, ideal: 860)
    }
    .columnWidths($store.sidebar.layout.widths.sending(\.sidebar.widthsChanged))
    // The pages lead to all places as well.
    .compactRoot(.detail)
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
    .undo(store: undo)
    .environment(\.currency, store.currency)
    .formats()
    .readableRows()
    .environment(\.perform, PerformAction(store))
  }

  private var pages: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      ItemListView(store: store.scope(state: \.list, action: \.list))
    } destination: { store in
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

  private var sidebar: StoreOf<SidebarFeature> {
    store.scope(state: \.sidebar, action: \.sidebar)
  }

  private var undo: StoreOf<UndoFeature> { store.scope(state: \.undo, action: \.undo) }
}
