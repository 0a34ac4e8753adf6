import ComposableGtk

/// An alert for the state of a dialog.
private struct Page: View {
  @Bindable var store: StoreOf<Warehouse>

  var body: some View {
    Form { Text("Stock") }
      // error: 'alert' is unavailable: the state must be an 'AlertState'; for a
      // 'ConfirmationDialogState' use 'confirmationDialog', for a feature 'sheet'
      .alert($store.scope(state: \.destination?.dialog, action: \.destination.dialog))
  }
}
