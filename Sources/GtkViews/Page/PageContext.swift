import GtkKit

/// Where something stands in a header bar.
public struct ToolbarItemPlacement: Equatable, Sendable {
  enum Place { case leading, trailing, center }

  let place: Place
  let isProminent: Bool
  /// Of the items at one end, those with a higher rank stand nearer to the edge.
  let rank: Int

  /// At the trailing end.
  public static let automatic = ToolbarItemPlacement(place: .trailing, isProminent: false, rank: 0)
  /// At the leading end.
  public static let leading = ToolbarItemPlacement(place: .leading, isProminent: false, rank: 0)
  /// At the trailing end.
  public static let trailing = ToolbarItemPlacement(place: .trailing, isProminent: false, rank: 0)
  /// The most frequent action of the page, at the trailing edge.
  public static let primaryAction = ToolbarItemPlacement(
    place: .trailing,
    isProminent: false,
    rank: 1
  )
  /// Leaves a dialog without doing anything, at the leading edge.
  public static let cancellationAction = ToolbarItemPlacement(
    place: .leading,
    isProminent: false,
    rank: 1
  )
  /// Does what a dialog is for, at the trailing edge, emphasised.
  public static let confirmationAction = ToolbarItemPlacement(
    place: .trailing,
    isProminent: true,
    rank: 2
  )
  /// Takes something away, at the trailing end.
  public static let destructiveAction = ToolbarItemPlacement(
    place: .trailing,
    isProminent: false,
    rank: 0
  )
  /// In the middle, instead of the title.
  public static let principal = ToolbarItemPlacement(place: .center, isProminent: false, rank: 0)
  /// Leads somewhere else, at the leading end. For the back button of a stack.
  public static let navigation = ToolbarItemPlacement(place: .leading, isProminent: false, rank: 2)
  /// At the leading end.
  public static let topBarLeading = leading
  /// At the trailing end.
  public static let topBarTrailing = trailing
}

/// What one view has to say about the page that it stands on.
public struct PageContribution {
  /// A widget for the header bar.
  public struct Item {
    public var placement: ToolbarItemPlacement
    public var widget: WidgetPointer

    /// - Parameters:
    ///   - placement: where it stands.
    ///   - widget: the widget. Whoever contributes it keeps it alive.
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

/// Title and header-bar items of a page: a window, an element of a navigation stack, a sheet.
///
/// Views contribute through ``View/navigationTitle(_:)`` and ``View/toolbar(content:)``; whoever
/// shows the page makes a context, puts it into the environment of the page's views
/// (``EnvironmentValues/pageContext``) and shows what it says, most simply with a
/// ``PageHeaderBar``.
///
/// A container of pages, such as a navigation stack, sets ``embedded`` of the context it stands on
/// to the page that is visible: title and items of that page are then shown in the same header bar.
public final class PageContext {
  private struct Entry {
    let owner: ObjectIdentifier
    let depth: Int
    var contribution: PageContribution
  }

  /// Outermost views first.
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

  /// The title: the embedded page's if it has one, else that of the outermost view that sets one.
  /// Empty if none does.
  public var title: String {
    if let title = embedded?.title, !title.isEmpty { return title }
    return entries.lazy.compactMap(\.contribution.title).first ?? ""
  }

  /// The line below the title; empty for none.
  public var subtitle: String {
    if let subtitle = embedded?.subtitle, !subtitle.isEmpty { return subtitle }
    return entries.lazy.compactMap(\.contribution.subtitle).first ?? ""
  }

  /// The widgets for the header bar, those of this page before those of the embedded one.
  public var items: [PageContribution.Item] {
    entries.flatMap(\.contribution.items) + (embedded?.items ?? [])
  }

  /// Adds, replaces or (with `nil`) removes what an owner has to say.
  ///
  /// - Parameters:
  ///   - contribution: title and items.
  ///   - owner: who says it.
  ///   - depth: how far inside the owner stands; outer titles win.
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

  /// Calls `action` after changes, once for all changes of one update.
  ///
  /// - Parameters:
  ///   - owner: who observes; not kept.
  ///   - action: what to do. Not called for what is there already.
  public func addObserver(_ owner: AnyObject, _ action: @escaping () -> Void) {
    observers.append((ObjectIdentifier(owner), action))
  }

  /// Ends the observations of `owner`.
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
  /// The page that the view stands on, `nil` outside of windows, stacks and sheets.
  public var pageContext: PageContext? {
    get { self[PageContextKey.self] }
    set { self[PageContextKey.self] = newValue }
  }
}

private enum EnclosingPageKey: EnvironmentKey {
  static let defaultValue: AnyObject? = nil
}

extension EnvironmentValues {
  /// The page of a container of pages that the view stands on, for the container's own use. What is presented in a window of its
  /// own stands on none.
  package var enclosingPage: AnyObject? {
    get { self[EnclosingPageKey.self] }
    set { self[EnclosingPageKey.self] = newValue }
  }
}

/// A header bar that shows what a page says.
public final class PageHeaderBar {
  /// The header bar itself.
  public let headerBar = HeaderBar()

  private let page: PageContext
  private let fallbackTitle: String
  private var shown: [PageContribution.Item] = []
  private let hidesControlsForActions: Bool
  private var onTitleChange: (String) -> Void

  /// - Parameters:
  ///   - page: the page.
  ///   - fallbackTitle: the title as long as the page has none.
  ///   - hidesControlsForActions: whether the window's close button goes when there are actions to
  ///     confirm or to cancel, as in dialogs.
  ///   - onTitleChange: called with the title at first and after changes, for the title of the
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
    // Kept here: an item's owner may go before the bar hears of it.
    for item in items { g_object_ref(item.widget) }
    if hidesControlsForActions {
      headerBar.showsWindowControls = !items.contains {
        $0.placement == .confirmationAction || $0.placement == .cancellationAction
      }
    }
    repack(from: Self.packed(old), to: Self.packed(items))
    for item in old { g_object_unref(item.widget) }
  }

  /// The widgets at each place, in the order in which they are packed.
  private static func packed(
    _ items: [PageContribution.Item]
  ) -> [ToolbarItemPlacement.Place: [WidgetPointer]] {
    // What is packed first stands nearest to the edge.
    let ranked = items.enumerated().sorted {
      ($1.element.placement.rank, $0.offset) < ($0.element.placement.rank, $1.offset)
    }.map(\.element)
    return Dictionary(grouping: ranked, by: \.placement.place).mapValues { $0.map(\.widget) }
  }

  /// Moves what has come, gone or changed places, and leaves alone what has not: a button that is taken out, if only for a moment,
  /// loses the pointer that stands on it, and with it the next click.
  private func repack(
    from old: [ToolbarItemPlacement.Place: [WidgetPointer]],
    to new: [ToolbarItemPlacement.Place: [WidgetPointer]]
  ) {
    var coming = new
    // First out, then in: a widget may change from one place to another.
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

  /// Takes the page's items out and stops following the page.
  public func destroy() {
    page.removeObserver(self)
    showItems([])
  }
}
