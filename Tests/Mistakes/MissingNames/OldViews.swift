import ComposableGtk

/// Views of older versions of The Composable Architecture.
private struct Page: View {
  let store: StoreOf<Warehouse>

  var body: some View {
    // error: 'WithViewStore' is unavailable: read the state from the store, which is observed:
    // 'store.count'
    WithViewStore(store, observe: { $0 }) { viewStore in
      Text(viewStore.name)
    }
    // error: 'WithPerceptionTracking' is unavailable: a store is observed without it: write the
    // views alone
    WithPerceptionTracking {
      Text(store.name)
    }
    // error: 'IfLetStore' is unavailable: write 'if let store = store.scope(state: \.child, action:
    // \.child) { … }'
    IfLetStore(store.scope(state: \.crates.first, action: \.never)) { store in
      Text("a")
    }
    // error: 'ForEachStore' is unavailable: write 'ForEach(store.scope(state: \.rows, action:
    // \.rows)) { store in … }'
    ForEachStore(store.scope(state: \.crates, action: \.crates)) { store in
      Text("a")
    }
    // error: 'SwitchStore' is unavailable: write 'switch store.case { … }'
    SwitchStore(store) { state in
      Text("a")
    }
  }
}

// error: 'ViewStore' is unavailable: read the state from the store, which is observed:
// 'store.count'
private func read(_ viewStore: ViewStore<Warehouse.State, Warehouse.Action>) {}
