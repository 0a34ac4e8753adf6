import ComposableGtk
import Foundation
import InventoryCore

/// The window's content: the list of items, and the pages on top of it.
struct InventoryView: View {
  @Bindable var store: StoreOf<InventoryFeature>

  var body: some View {
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

  private var undo: StoreOf<UndoFeature> { store.scope(state: \.undo, action: \.undo) }
}
