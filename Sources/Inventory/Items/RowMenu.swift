import ComposableGtk
import InventoryCore

extension View {
  /// Adds the menu of a row: it opens what the row shows, here or in a window of its own.
  ///
  /// - Parameters:
  ///   - element: What the row shows; `nil` while it is being fetched.
  ///   - open: Opens it here.
  ///   - openInNewWindow: Opens it in a window of its own.
  ///   - select: Selects it, in a list of which many rows can be selected.
  func rowMenu<Element>(
    _ element: Element?,
    open: @escaping (Element) -> Void,
    openInNewWindow: @escaping (Element) -> Void,
    select: ((Element) -> Void)? = nil
  ) -> some View {
    contextMenu {
      if let element {
        Button(tr("Open")) { open(element) }
        Button(Command.pageInNewWindow.title) { openInNewWindow(element) }
        if let select {
          Divider()
          Button(tr("Select")) { select(element) }
        }
      }
    }
  }
}
