import ComposableGtk
import InventoryCore

extension View {
  /// Adds the menu of a row: it opens what the row shows, here or in a window of its own.
  func rowMenu(
    open: @escaping () -> Void,
    openInNewWindow: @escaping () -> Void
  ) -> some View {
    contextMenu {
      Button(tr("Open")) { open() }
      Button(Command.pageInNewWindow.title) { openInNewWindow() }
    }
  }
}
