import GtkKit

/// A header bar that shows the title and the items of a page.
public final class PageHeaderBar {
  /// The header bar itself.
  public let headerBar = HeaderBar()

  private let page: PageContext
  private let fallbackTitle: String
  private var shown: [PageContribution.Item] = []
  private let hidesControlsForActions: Bool
  private var onTitleChange: (String) -> Void

  /// - Parameters:
  ///   - page: The page.
  ///   - fallbackTitle: The title while the page has none.
  ///   - hidesControlsForActions: Whether the window's close button is hidden while there are items
  ///     for confirming or cancelling, as in dialogs.
  ///   - onTitleChange: Called with the title, at first and after changes, to set the title of the
  ///     window.
  public init(
    page: PageContext,
    fallbackTitle: String = "",
    hidesControlsForActions: Bool = false,
    onTitleChange: @escaping (String) -> Void = { _ in }
  ) {
    self.page = page
    self.fallbackTitle = fallbackTitle
    self.hidesControlsForActions = hidesControlsForActions
    self.onTitleChange = onTitleChange
    page.ownHeaderBar = headerBar
    page.addObserver(self) { [weak self] in self?.show() }
    show()
  }

  deinit {}

  /// The header bar as a widget.
  public var widget: WidgetPointer { headerBar.widget }

  private func show() {
    let title = page.title.isEmpty ? fallbackTitle : page.title
    if headerBar.title != title { headerBar.title = title }
    if headerBar.subtitle != page.subtitle { headerBar.subtitle = page.subtitle }
    onTitleChange(title)
    let isVisible = gbool(!page.hasOwnHeaderBars)
    if gtk_widget_get_visible(widget) != isVisible { gtk_widget_set_visible(widget, isVisible) }
    // Where the views have header bars of their own, these show the items.
    showItems(page.hasOwnHeaderBars ? [] : page.items)
  }

  private func showItems(_ items: [PageContribution.Item]) {
    let isSame = items.elementsEqual(shown) {
      $0.widget == $1.widget && $0.placement == $1.placement
    }
    guard !isSame else { return }
    let old = shown
    shown = items
    // Retained here, because an item's owner may be gone before the header bar is updated.
    for item in items { item.widget.retain() }
    if hidesControlsForActions {
      headerBar.showsWindowControls = !items.contains {
        $0.placement == .confirmationAction || $0.placement == .cancellationAction
      }
    }
    repack(from: Self.packed(old), to: Self.packed(items))
    for item in old { item.widget.release() }
  }

  /// Returns the widgets for each position, in the order in which they are packed.
  private static func packed(
    _ items: [PageContribution.Item]
  ) -> [ToolbarItemPlacement.End: [WidgetPointer]] {
    // The widget that is packed first is nearest to the edge: at the leading end the first of those
    // with the same rank, at the trailing end the last.
    Dictionary(grouping: items, by: \.placement.end).mapValues { items in
      let isTrailing = items.first?.placement.end == .trailing
      return (isTrailing ? items.reversed() : items).enumerated().sorted {
        ($1.element.placement.rank, $0.offset) < ($0.element.placement.rank, $1.offset)
      }.map(\.element.widget)
    }
  }

  /// Moves only widgets that were added, removed or reordered. A button that is removed even for a
  /// moment loses the pointer above it, and with it the next click.
  private func repack(
    from old: [ToolbarItemPlacement.End: [WidgetPointer]],
    to new: [ToolbarItemPlacement.End: [WidgetPointer]]
  ) {
    var coming = new
    // Remove first, then add: a widget may move from one position to another.
    for (end, widgets) in old {
      let wanted = new[end] ?? []
      let staying = zip(widgets.filter(wanted.contains), wanted).prefix { $0 == $1 }.map(\.0)
      coming[end] = Array(wanted.dropFirst(staying.count))
      for widget in widgets where !staying.contains(widget) {
        if end == .center {
          headerBar.titleWidget = nil
        } else {
          headerBar.remove(widget)
        }
      }
    }
    for (end, widgets) in coming {
      for widget in widgets {
        switch end {
        case .leading: headerBar.append(atStart: widget)
        case .trailing: headerBar.append(atEnd: widget)
        case .center: headerBar.titleWidget = widget
        }
      }
    }
  }

  /// Removes the page's items and stops observing the page.
  public func destroy() {
    page.removeObserver(self)
    showItems([])
  }
}
