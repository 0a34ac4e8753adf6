import ComposableGtk
import GtkKit
import InventoryCore

/// A window that shows the inventory, with a store of its own.
@MainActor
final class InventoryWindow {
  let store: StoreOf<WindowFeature>
  var onClose: (InventoryWindow) -> Void = { _ in }
  private let window: ViewWindow<InventoryView>
  private var closing: ObserveToken?

  init(application: Application, store: StoreOf<WindowFeature>) {
    self.store = store
    let inventory = store.scope(state: \.inventory, action: \.inventory)
    window = ViewWindow(
      tr("Inventory"),
      application: application,
      width: store.size.width,
      height: store.size.height
    ) {
      InventoryView(store: inventory)
    }
    window.window.isMaximized = store.size.isMaximized
    window.window.onSizeChange = { [unowned self] in sizeChanged() }
    window.onCloseRequest = { _ in inventory.send(.closeButtonTapped) }
    // The window may close later than the user asks for it: once he has decided about unsaved
    // changes.
    closing = observe { [weak self] in
      if inventory.isClosed { self?.close() }
    }
    store.send(.task)
  }

  private func sizeChanged() {
    let window = window.window
    let size = WindowSize(
      width: window.defaultSize.width,
      height: window.defaultSize.height,
      isMaximized: window.isMaximized
    )
    if size != store.size { store.send(.resized(size)) }
  }

  private func close() {
    closing?.cancel()
    window.destroy()
    onClose(self)
  }

  var pointer: WindowPointer { window.window.pointer }

  /// What the window shows.
  var inventory: StoreOf<InventoryFeature> {
    store.scope(state: \.inventory, action: \.inventory)
  }

  func present() {
    window.present()
  }
}
