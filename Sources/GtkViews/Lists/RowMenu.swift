import GtkKit

/// The actions of a context menu, and what the list offers for the row that the menu is in.
struct RowMenu<Items: View>: View {
  let items: Items
  /// Deletes the row, or `nil` if it stays.
  let delete: (() -> Void)?

  var body: some View {
    items
    if let delete {
      if Items.self != EmptyView.self { Divider() }
      Button(String(translatedByGtk: "_Delete"), role: .destructive, action: delete)
    }
  }
}

/// A node whose rows can be deleted from their context menus.
protocol RowDeleting: Node {
  /// What deletes the row that a widget is in, or `nil` if it stays.
  func deletion(ofRowWith widget: WidgetPointer) -> (() -> Void)?
}

extension Node {
  /// What deletes the row of a list that this node is in, or `nil` if it is in none or the row stays.
  func deletionOfRow(with widget: WidgetPointer) -> (() -> Void)? {
    var node = parent
    while let current = node {
      if let list = current as? any RowDeleting { return list.deletion(ofRowWith: widget) }
      node = current.parent
    }
    return nil
  }
}
