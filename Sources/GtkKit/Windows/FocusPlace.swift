/// The place of a widget among the others, from which its neighbours are found, also after the
/// widget itself has gone.
struct FocusPlace {
  /// A widget that contains the place, and what lies there beside it.
  private struct Level {
    let parent: WeakReference
    /// The child that contains the place, or is the widget itself.
    let child: WeakReference
    /// Siblings before and after the child, the nearest first.
    let previous: [WeakReference]
    let next: [WeakReference]
  }

  /// As many siblings are remembered in each direction: several may go at once.
  private static let reach = 4

  /// The innermost first.
  private let levels: [Level]

  /// Remembers the place of a widget that is still where it was.
  ///
  /// The place ends at the page around the widget, because the focus of a page stays on that page,
  /// or at the window.
  init(of widget: WidgetPointer) {
    var levels: [Level] = []
    var child = widget
    while !PageStack.isPage(child), !PageFocus.isPage(child),
      let parent = gtk_widget_get_parent(child)
    {
      levels.append(
        Level(
          parent: WeakReference(parent),
          child: WeakReference(child),
          previous: Self.siblings(of: child) { gtk_widget_get_prev_sibling($0) },
          next: Self.siblings(of: child) { gtk_widget_get_next_sibling($0) }
        )
      )
      child = parent
    }
    self.levels = levels
  }

  private static func siblings(
    of child: WidgetPointer,
    _ next: @escaping (WidgetPointer) -> WidgetPointer?
  ) -> [WeakReference] {
    sequence(first: child, next: next).dropFirst().prefix(reach).map { WeakReference($0) }
  }

  /// Gives the focus to the nearest neighbour: to what stands in this place now, else to what
  /// follows in the Tab order, else to what comes before; first in the smallest container.
  ///
  /// - Returns: Whether there is one. If not, the focus stays as it is.
  @discardableResult
  func focusNeighbour() -> Bool {
    neighbours.contains { Self.focusFollowing($0.after) || Self.focusPreceding($0.before) }
  }

  /// Gives the focus to what follows in the Tab order.
  ///
  /// - Returns: Whether something does. If not, the focus stays as it is.
  func focusFollowing() -> Bool {
    neighbours.contains { Self.focusFollowing($0.after) }
  }

  /// Gives the focus to what comes before in the Tab order.
  ///
  /// - Returns: Whether something does. If not, the focus stays as it is.
  func focusPreceding() -> Bool {
    neighbours.contains { Self.focusPreceding($0.before) }
  }

  /// What lies beside the place, in each container that can still have the focus.
  private var neighbours: some Sequence<(before: [WidgetPointer], after: [WidgetPointer])> {
    levels.lazy.compactMap { level in
      guard let parent = level.parent.widget, gtk_widget_get_mapped(parent) != 0,
        gtk_widget_is_sensitive(parent) != 0
      else { return nil }
      return Self.children(of: parent, around: level)
    }
  }

  /// Returns the children before the place, the nearest first, and those that stand in it or
  /// follow.
  private static func children(
    of parent: WidgetPointer,
    around level: Level
  ) -> (before: [WidgetPointer], after: [WidgetPointer]) {
    func child(_ references: [WeakReference]) -> WidgetPointer? {
      references.lazy.compactMap(\.widget).first { gtk_widget_get_parent($0) == parent }
    }
    let previous: WidgetPointer?
    let first: WidgetPointer?
    if let own = child([level.child]) {
      (previous, first) = (gtk_widget_get_prev_sibling(own), own)
    } else if let last = child(level.previous) {
      (previous, first) = (last, gtk_widget_get_next_sibling(last))
    } else {
      // What comes before has gone, too, or there was nothing.
      let next = level.previous.isEmpty ? nil : child(level.next)
      (previous, first) = (
        next.flatMap { gtk_widget_get_prev_sibling($0) },
        next ?? gtk_widget_get_first_child(parent)
      )
    }
    return (
      previous.map { Array(sequence(first: $0) { gtk_widget_get_prev_sibling($0) }) } ?? [],
      first.map { Array(sequence(first: $0) { gtk_widget_get_next_sibling($0) }) } ?? []
    )
  }

  private static func focusFollowing(_ widgets: [WidgetPointer]) -> Bool {
    widgets.contains { focus($0, GTK_DIR_TAB_FORWARD) }
  }

  private static func focusPreceding(_ widgets: [WidgetPointer]) -> Bool {
    widgets.contains { focus($0, GTK_DIR_TAB_BACKWARD) }
  }

  private static func focus(_ widget: WidgetPointer, _ direction: GtkDirectionType) -> Bool {
    gtk_widget_get_mapped(widget) != 0 && !widget.isA(gtk_popover_get_type())
      && gtk_widget_child_focus(widget, direction) != 0
  }
}

extension WeakReference {
  /// The widget while it exists.
  fileprivate var widget: WidgetPointer? { instance?.cast(to: GtkWidget.self) }
}
