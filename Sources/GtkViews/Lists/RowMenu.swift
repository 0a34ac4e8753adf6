import GtkKit

/// A row's context menu: its own items, and the Delete item that the list adds.
struct RowMenu<Items: View>: View {
  /// The items; `nil` if there are none.
  let items: Items?
  /// Deletes the row; `nil` if it cannot be deleted.
  let delete: (() -> Void)?

  var body: some View {
    if let items { items }
    if let delete {
      if items != nil { Divider() }
      Button(String(translatedByGtk: "_Delete"), role: .destructive, action: delete)
    }
  }
}

/// A node whose rows can be deleted from their context menus.
protocol RowDeleting: Node {
  /// Returns a closure that deletes the row containing a widget, or `nil` if the row cannot be
  /// deleted.
  func deletion(ofRowWith widget: WidgetPointer) -> (() -> Void)?
}

extension Node {
  /// Returns a closure that deletes the list row containing this node, or `nil` if it is in no list
  /// or the row cannot be deleted.
  func deletionOfRow(with widget: WidgetPointer) -> (() -> Void)? {
    var node = parent
    while let current = node {
      if let list = current as? any RowDeleting { return list.deletion(ofRowWith: widget) }
      node = current.parent
    }
    return nil
  }
}
