import ComposableGtk
import InventoryCore

extension View {
  /// Shows messages with which the user undoes and redoes what he has done, and the keys for it.
  func undo(store: StoreOf<UndoFeature>) -> some View {
    UndoView(store: store, content: self)
  }
}

private struct UndoView<Content: View>: View {
  @Bindable var store: StoreOf<UndoFeature>
  let content: Content

  var body: some View {
    content
      .toast(item: $store.scope(state: \.toast, action: \.toast)) { toast, isHeld in
        toast.send(.held(isHeld))
      } description: { toast in
        ToastDescription(
          toast.text,
          action: toast.button.map { button in
            .init(button.title) { toast.send(.buttonTapped) }
          },
          closeLabel: tr("Dismiss")
        )
      }
      .sheet(item: $store.scope(state: \.progress, action: \.progress)) { progress in
        UndoProgressView(store: progress)
      }
      .undoCommands {
        store.send(.undoRequested)
      } redo: {
        store.send(.redoRequested)
      }
      .alert($store.scope(state: \.alert, action: \.alert))
      .task { await store.send(.task).finish() }
  }
}

/// The sheet that tells how far many items have been taken back, or changed again.
private struct UndoProgressView: View {
  let store: StoreOf<UndoProgressFeature>

  var body: some View {
    ManyItemsProgressView(running: store.running)
      .navigationTitle(store.step == .undo ? tr("Undo") : tr("Redo"))
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button(tr("Cancel")) { store.send(.cancelButtonTapped) }
        }
      }
  }
}

extension ToastFeature.Button {
  /// The title of the button.
  fileprivate var title: String {
    switch self {
    case .open: tr("Open")
    case .redo: tr("Redo")
    case .undo: tr("Undo")
    }
  }
}
