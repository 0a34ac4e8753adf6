import GtkKit

/// The position of a view in a header bar.
public struct ToolbarItemPlacement: Equatable, Sendable {
  enum Place { case leading, trailing, center }

  let place: Place
  let isProminent: Bool
  /// Of the items at one end, those with a higher rank are nearer to the edge.
  let rank: Int

  /// At the trailing end.
  public static let automatic = ToolbarItemPlacement(place: .trailing, isProminent: false, rank: 0)
  /// At the leading end.
  public static let leading = ToolbarItemPlacement(place: .leading, isProminent: false, rank: 0)
  /// At the trailing end.
  public static let trailing = ToolbarItemPlacement(place: .trailing, isProminent: false, rank: 0)
  /// For the most frequent action of the page: at the trailing edge.
  public static let primaryAction = ToolbarItemPlacement(
    place: .trailing,
    isProminent: false,
    rank: 1
  )
  /// For leaving a dialog without an effect: at the leading edge.
  public static let cancellationAction = ToolbarItemPlacement(
    place: .leading,
    isProminent: false,
    rank: 1
  )
  /// For confirming a dialog: at the trailing edge, emphasized.
  public static let confirmationAction = ToolbarItemPlacement(
    place: .trailing,
    isProminent: true,
    rank: 2
  )
  /// For removing something: at the trailing end.
  public static let destructiveAction = ToolbarItemPlacement(
    place: .trailing,
    isProminent: false,
    rank: 0
  )
  /// In the centre, instead of the title.
  public static let principal = ToolbarItemPlacement(place: .center, isProminent: false, rank: 0)
  /// For navigation, such as the back button of a stack: at the leading end.
  public static let navigation = ToolbarItemPlacement(place: .leading, isProminent: false, rank: 2)
  /// At the leading end.
  public static let topBarLeading = leading
  /// At the trailing end.
  public static let topBarTrailing = trailing
}

/// The title, subtitle and items that one view contributes to its page.
public struct PageContribution {
  /// A widget for the header bar.
  public struct Item {
    public var placement: ToolbarItemPlacement
    public var widget: WidgetPointer

    /// - Parameters:
    ///   - placement: The position in the header bar.
    ///   - widget: The widget. The contributor must retain it.
    public init(placement: ToolbarItemPlacement, widget: WidgetPointer) {
      self.placement = placement
      self.widget = widget
    }
  }

  public var title: String?
  public var subtitle: String?
  public var items: [Item]

  public init(title: String? = nil, subtitle: String? = nil, items: [Item] = []) {
    self.title = title
    self.subtitle = subtitle
    self.items = items
  }
}

/// The title and the header bar items of a page: a window, a page of a navigation stack, or a
/// sheet.
///
/// Views contribute with ``View/navigationTitle(_:)`` and ``View/toolbar(content:)``. The container
/// that shows the page makes a context, puts it into the environment of the page's views
/// (``EnvironmentValues/pageContext``) and shows its contents, usually in a ``PageHeaderBar``.
///
/// A container of pages, such as a navigation stack, sets ``embedded`` of its own page's context to
/// the context of its visible page. The header bar then shows the title and the items of the
/// visible page.
public final class PageContext {
  private struct Entry {
    let owner: ObjectIdentifier
    let depth: Int
    var contribution: PageContribution
  }

  /// The contributions, those of outer views first.
  private var entries: [Entry] = []
  private var observers: [(owner: ObjectIdentifier, action: () -> Void)] = []
  private var isNotifying = false

  public init() {}

  deinit {}

  /// The page that is shown within this one.
  public var embedded: PageContext? {
    didSet {
      guard embedded !== oldValue else { return }
      oldValue?.removeObserver(self)
      embedded?.addObserver(self) { [weak self] in self?.notify() }
      notify()
    }
  }

  /// The title: that of the embedded page if it has one, or else that of the outermost view that
  /// sets one. Empty if there is none.
  public var title: String {
    if let title = embedded?.title, !title.isEmpty { return title }
    return entries.lazy.compactMap(\.contribution.title).first ?? ""
  }

  /// The line below the title; empty if there is none.
  public var subtitle: String {
    if let subtitle = embedded?.subtitle, !subtitle.isEmpty { return subtitle }
    return entries.lazy.compactMap(\.contribution.subtitle).first ?? ""
  }

  /// The widgets for the header bar: those of this page, followed by those of the embedded page.
  public var items: [PageContribution.Item] {
    entries.flatMap(\.contribution.items) + (embedded?.items ?? [])
  }

  /// Adds or replaces the contribution of an owner, or removes it if `nil`.
  ///
  /// - Parameters:
  ///   - contribution: The title, subtitle and items.
  ///   - owner: The contributor; not retained.
  ///   - depth: The depth of the owner in the tree. Titles of outer owners win.
  public func contribute(_ contribution: PageContribution?, owner: AnyObject, depth: Int = 0) {
    let key = ObjectIdentifier(owner)
    if let index = entries.firstIndex(where: { $0.owner == key }) {
      if let contribution {
        entries[index].contribution = contribution
      } else {
        entries.remove(at: index)
      }
    } else if let contribution {
      let index = entries.firstIndex { $0.depth > depth } ?? entries.endIndex
      entries.insert(Entry(owner: key, depth: depth, contribution: contribution), at: index)
    }
    notify()
  }

  /// Calls `action` after changes, once for all changes of an update.
  ///
  /// - Parameters:
  ///   - owner: The observer; not retained.
  ///   - action: Called after changes, but not for the current values.
  public func addObserver(_ owner: AnyObject, _ action: @escaping () -> Void) {
    observers.append((ObjectIdentifier(owner), action))
  }

  /// Removes the observers of `owner`.
  public func removeObserver(_ owner: AnyObject) {
    observers.removeAll { $0.owner == ObjectIdentifier(owner) }
  }

  private func notify() {
    guard !isNotifying else { return }
    isNotifying = true
    UpdateScheduler.shared.afterUpdate { [self] in
      isNotifying = false
      for observer in observers { observer.action() }
    }
  }
}

private enum PageContextKey: EnvironmentKey {
  static let defaultValue: PageContext? = nil
}

extension EnvironmentValues {
  /// The page that contains the view; `nil` outside of windows, stacks and sheets.
  public var pageContext: PageContext? {
    get { self[PageContextKey.self] }
    set { self[PageContextKey.self] = newValue }
  }
}

private enum EnclosingPageKey: EnvironmentKey {
  static let defaultValue: AnyObject? = nil
}

extension EnvironmentValues {
  /// The page of a container of pages that contains the view, for the container's own use; `nil` in
  /// presentations that have a window of their own.
  package var enclosingPage: AnyObject? {
    get { self[EnclosingPageKey.self] }
    set { self[EnclosingPageKey.self] = newValue }
  }
}

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
    showItems(page.items)
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
  ) -> [ToolbarItemPlacement.Place: [WidgetPointer]] {
    // The widget that is packed first is nearest to the edge.
    let ranked = items.enumerated().sorted {
      ($1.element.placement.rank, $0.offset) < ($0.element.placement.rank, $1.offset)
    }.map(\.element)
    return Dictionary(grouping: ranked, by: \.placement.place).mapValues { $0.map(\.widget) }
  }

  /// Moves only widgets that were added, removed or reordered. A button that is removed even for a
  /// moment loses the pointer above it, and with it the next click.
  private func repack(
    from old: [ToolbarItemPlacement.Place: [WidgetPointer]],
    to new: [ToolbarItemPlacement.Place: [WidgetPointer]]
  ) {
    var coming = new
    // Remove first, then add: a widget may move from one position to another.
    for (place, widgets) in old {
      let wanted = new[place] ?? []
      let staying = zip(widgets.filter(wanted.contains), wanted).prefix { $0 == $1 }.map(\.0)
      coming[place] = Array(wanted.dropFirst(staying.count))
      for widget in widgets where !staying.contains(widget) {
        if place == .center {
          headerBar.titleWidget = nil
        } else {
          headerBar.remove(widget)
        }
      }
    }
    for (place, widgets) in coming {
      for widget in widgets {
        switch place {
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
