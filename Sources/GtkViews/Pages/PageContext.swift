import GtkKit
import IssueReporting

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
      if oldValue?.outer === self { oldValue?.outer = nil }
      embedded?.outer = self
      embedded?.addObserver(self) { [weak self] in self?.notify() }
      notify()
    }
  }

  /// The page within which this one is shown.
  private weak var outer: PageContext?

  /// The header bar that shows the title and the items; `nil` if there is none.
  package var headerBar: HeaderBar? { ownHeaderBar ?? outer?.headerBar }

  /// The header bar that is made for this page.
  weak var ownHeaderBar: HeaderBar?

  /// Whether a container of pages shows a page above its root, within this page.
  package var isAboveRoot: Bool { showsPageAboveRoot || embedded?.isAboveRoot ?? false }

  /// Whether the container of pages that is the content of this page shows a page above its root.
  package var showsPageAboveRoot = false {
    didSet { if showsPageAboveRoot != oldValue { notify() } }
  }

  /// At which ends of the window the page is, if views may replace its header bar by header bars
  /// of their own: the whole content of a window, and a column of a split view in a window. The
  /// buttons of the window are at these ends.
  package var windowEnds: WindowEnds? {
    didSet { if windowEnds != oldValue { notify() } }
  }

  package struct WindowEnds: Equatable {
    package var leading: Bool
    package var trailing: Bool

    package init(leading: Bool, trailing: Bool) {
      self.leading = leading
      self.trailing = trailing
    }
  }

  /// Whether the views show header bars of their own, in place of that of the window.
  package var hasOwnHeaderBars: Bool { !headerBarOwners.isEmpty }

  private var headerBarOwners: Set<ObjectIdentifier> = []

  /// Says whether an owner shows header bars in place of that of the window.
  package func setHasOwnHeaderBars(_ hasThem: Bool, owner: AnyObject) {
    let had = hasOwnHeaderBars
    if hasThem {
      headerBarOwners.insert(ObjectIdentifier(owner))
    } else {
      headerBarOwners.remove(ObjectIdentifier(owner))
    }
    if had != hasOwnHeaderBars { notify() }
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
  public var items: [PageContribution.Item] { ownItems + (embedded?.items ?? []) }

  /// The widgets for the header bar without those of the embedded page.
  package var ownItems: [PageContribution.Item] { entries.flatMap(\.contribution.items) }

  /// The searches of the page, without those that are in another one.
  private var searches: Set<ObjectIdentifier> = []

  private var hasReportedSearches = false

  /// Adds a search. If there are several after the update, which may replace one by another, they
  /// are reported once.
  func addSearch(_ search: AnyObject) {
    searches.insert(ObjectIdentifier(search))
    countSearches()
  }

  func removeSearch(_ search: AnyObject) {
    searches.remove(ObjectIdentifier(search))
    if hasReportedSearches { countSearches() }
  }

  private func countSearches() {
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self, hasReportedSearches != (searches.count > 1) else { return }
      hasReportedSearches.toggle()
      guard hasReportedSearches else { return }
      reportIssue(
        """
        Several views of one page have 'searchable'. The searches open for the same keys, and the \
        page has a button for each of them.

        Move 'searchable' to a view around them, or show each view on a page of its own.
        """
      )
    }
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
    } else {
      return
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
  ///
  /// A page has its container to itself: its views are not placed as those around the container.
  public var pageContext: PageContext? {
    get { self[PageContextKey.self] }
    set {
      self[PageContextKey.self] = newValue
      placement = .plain
    }
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
