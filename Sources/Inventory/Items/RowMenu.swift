import ComposableGtk
import InventoryCore

extension View {
  /// Adds the menu of a row: it opens what the row shows, here or in a window of its own.
  ///
  /// - Parameter element: What the row shows; `nil` while it is being fetched.
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
