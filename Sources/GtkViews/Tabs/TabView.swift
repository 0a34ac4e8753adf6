import GtkKit
import IssueReporting

/// Shows one of several pages, and a switcher between them.
///
/// ```swift
/// TabView(selection: $store.tab.sending(\.tabSelected)) {
///   Tab("Letters", systemImage: "envelope", value: .letters) {
///     LettersView(store: store)
///   }
///   .badge(store.unreadCount)
///   Tab("People", systemImage: "person.2", value: .people) {
///     NavigationStack(path: $store.scope(state: \.people, action: \.people)) {
///       PeopleView(store: store)
///     } destination: { store in
///       PersonView(store: store)
///     }
///   }
/// }
/// ```
///
/// A tab is a ``Tab``, or a view with ``View/tabItem(_:)`` and ``View/tag(_:)``. Tabs may come from
/// a ``ForEach``, whose ids are the values of tabs that have none.
///
/// **The state says which page is shown.** What the user does writes the value of a tab to the
/// selection, and the page changes only when the state does: a reducer that keeps the selection
/// keeps the page. The page of a tab is made when it is shown for the first time. Then it keeps
/// what it has: the focus, the scroll position, typed text, the pages of a stack, open sheets.
///
/// **The switcher** is in the header bar of the window, in place of the title. Where there is no
/// room for it beside the other items, it is below the page. In a stack in a page, the title of a
/// page above the root takes the place of the switcher in the header bar. Ctrl+Page Down and
/// Ctrl+Tab show the next tab, Ctrl+Page Up and Ctrl+Shift+Tab the one before, Alt+1 to Alt+9 one
/// by its number. In the switcher, the arrow keys lead from tab to tab.
///
/// If a selection is the value of no tab, the first one is shown and an issue is reported; nothing
/// is reported for a selection of `nil`. If several tabs have the same value, only the first is
/// shown, and an issue is reported. So it is if a tab has no value, or one of another type.
public struct TabView<SelectionValue: Hashable, Content: View>: PrimitiveView {
  let selection: Binding<SelectionValue>?
  let content: Content
  let location: TabViewLocation

  /// - Parameters:
  ///   - selection: The value of the tab that is shown.
  ///   - content: ``Tab``s, or views with ``View/tabItem(_:)``.
  public init(
    selection: Binding<SelectionValue>,
    @TabContentBuilder<SelectionValue> content: () -> Content,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.selection = selection
    self.content = content()
    location = TabViewLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Makes a view of tabs that itself remembers which of them is shown.
  ///
  /// - Parameter content: ``Tab``s, or views with ``View/tabItem(_:)``.
  public init(
    @TabContentBuilder<Never> content: () -> Content,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where SelectionValue == Never {
    selection = nil
    self.content = content()
    location = TabViewLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { TabViewNode(self, context) }
}

/// Where a view of tabs is written, for reports.
struct TabViewLocation {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  func report(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A tab, with what the views around it say of it.
private struct FoundTab {
  let entry: any TabEntry
  let value: AnyHashable?
  let badge: String?
  let group: TabGroup?
}

/// What the user can do with the tab of an element of a ``ForEach``.
private struct TabGroup {
  let id: ObjectIdentifier
  let actions: RowActions
  /// The number of the element.
  let offset: Int
}

private final class TabViewNode<SelectionValue: Hashable, Content: View>:
  WidgetNode<TabView<SelectionValue, Content>>
{
  private let container = TabContainer()
  private let navigator: TabNavigator
  private var content: Subtree<Content>?
  private var tabs: [FoundTab] = []
  /// The tab that the view itself remembers for lack of a selection.
  private weak var own: Node?
  private var isRefreshing = false
  /// The values that several tabs have, as far as they have been reported.
  private var reportedDuplicates: Set<AnyHashable> = []
  /// The selection without a tab that has been reported.
  private var reportedSelection: SelectionValue?
  private var hasReportedStrays = false
  private var hasReportedUnselectable = false
  private var menu: OpenMenu<TabMenu>?

  init(_ view: TabView<SelectionValue, Content>, _ context: NodeContext) {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    navigator = TabNavigator(
      in: box,
      isNested: context.environment.isInTabPage,
      areDocuments: context.environment.tabViewStyle == .documents
    )
    super.init(view, context, widget: box)
    navigator.onSelect = { [weak self] in self?.userSelected($0) }
    navigator.onClose = { [weak self] in self?.close($0) ?? false }
    navigator.onMove = { [weak self] in self?.move($0, before: $1) ?? false }
    navigator.onMenu = { [weak self] in self?.openMenu(on: $0) }
    container.onChange = { [weak self] in self?.refreshLater() }
    container.onFocusLoss = { [weak self] in self?.navigator.pageDidLoseFocus() }
    let content = Subtree(view.content, parent: self, environment: contentEnvironment)
    content.onWidgetsChange = { [weak self] in self?.refreshLater() }
    self.content = content
    refresh()
    navigator.setOuterPage(environment.pageContext, depth: depth)
  }

  deinit {}

  private var contentEnvironment: EnvironmentValues {
    var environment = environment
    environment.tabContainer = container
    return environment
  }

  // MARK: Tabs

  /// Reads the tabs once the update is over: views may be half made or half destroyed now.
  private func refreshLater() {
    guard !isRefreshing else { return }
    isRefreshing = true
    UpdateScheduler.shared.afterUpdate { [weak self] in
      guard let self else { return }
      isRefreshing = false
      if !isDestroyed { refresh() }
    }
  }

  private func refresh() {
    tabs = []
    var values: Set<AnyHashable> = []
    var duplicates: Set<AnyHashable> = []
    func collect(_ node: Node, value: AnyHashable?, badge: String?, group: TabGroup?) {
      let value = (node as? any Tagging)?.tag ?? value
      let badge = (node as? any Badging)?.badge ?? badge
      if let elements = node as? any ElementNode {
        var offset = 0
        elements.forEachElement { id, node in
          let group = TabGroup(
            id: ObjectIdentifier(elements),
            actions: elements.elementActions,
            offset: offset
          )
          collect(node, value: id, badge: badge, group: group)
          offset += 1
        }
      } else if let entry = node as? any TabEntry {
        let value = entry.value ?? value
        if let value, !values.insert(value).inserted {
          duplicates.insert(value)
          return
        }
        let badge = entry.badge ?? badge
        tabs.append(FoundTab(entry: entry, value: value, badge: badge, group: group))
      } else {
        node.forEachChild { collect($0, value: value, badge: badge, group: group) }
      }
    }
    if let content { collect(content, value: nil, badge: nil, group: nil) }
    for tab in tabs {
      tab.entry.page.isCovered = { [weak self, weak entry = tab.entry] in
        guard let self, let entry else { return true }
        return index(of: view.selection?.wrappedValue).map { tabs[$0].entry !== entry } ?? true
      }
    }
    report(duplicates)
    reportStrays()
    reportUnselectable()
    navigator.setEntries(tabs.map(\.entry), items: tabs.map(item))
    reevaluate()
  }

  private func item(of tab: FoundTab) -> TabSwitcher.Item {
    TabSwitcher.Item(
      id: ObjectIdentifier(tab.entry),
      label: tab.entry.labelWidgets,
      title: tab.entry.title,
      badge: tab.badge,
      isClosable: tab.group?.actions.onDelete != nil,
      isMovable: tab.group?.actions.onMove != nil
    )
  }

  override func update(_ view: TabView<SelectionValue, Content>) {
    super.update(view)
    content?.update(view.content)
    refreshLater()
  }

  override func reevaluate() {
    let selection = tracked { view.selection?.wrappedValue }
    navigator.show(index(of: selection))
    guard let selection, !hasTab(selection), !tabs.isEmpty else {
      reportedSelection = nil
      return
    }
    // The tab may come with the same update.
    UpdateScheduler.shared.whenSettled { [weak self] in self?.reportMissingTab() }
  }

  /// Returns the number of the tab with a value; the first one if there is none.
  private func index(of selection: SelectionValue?) -> Int? {
    if view.selection == nil {
      return tabs.firstIndex { $0.entry === own } ?? tabs.indices.first
    }
    return tabs.firstIndex { value(of: $0) == selection } ?? tabs.indices.first
  }

  private func hasTab(_ selection: SelectionValue) -> Bool {
    tabs.contains { value(of: $0) == selection }
  }

  /// Returns the value of a tab as a selection. It also matches a selection of the optional type.
  private func value(of tab: FoundTab) -> SelectionValue? { tab.value?.base as? SelectionValue }

  private func userSelected(_ index: Int) {
    guard !ignoresInput, tabs.indices.contains(index) else { return reevaluateLater() }
    guard let selection = view.selection else {
      own = tabs[index].entry
      return reevaluate()
    }
    guard let value = value(of: tabs[index]) else { return }
    selection.wrappedValue = value
    // The state may have declined.
    reevaluateLater()
  }

  // MARK: Documents

  private func close(_ index: Int) -> Bool {
    guard tabs.indices.contains(index), let group = tabs[index].group,
      let action = group.actions.onDelete
    else { return false }
    if !ignoresInput { action([group.offset]) }
    return true
  }

  /// Moves a tab before another one of the same ``ForEach``, or behind the last one.
  private func move(_ index: Int, before destination: Int) -> Bool {
    guard tabs.indices.contains(index), let group = tabs[index].group,
      let action = group.actions.onMove
    else { return false }
    let numbers = tabs.indices.filter { tabs[$0].group?.id == group.id }
    guard let first = numbers.first, let last = numbers.last,
      (first...last + 1).contains(destination), !ignoresInput
    else { return true }
    let next = numbers.first { $0 >= destination }.flatMap { tabs[$0].group?.offset }
    let end = (tabs[last].group?.offset ?? 0) + 1
    action([group.offset], next ?? end)
    return true
  }

  private func openMenu(on button: WidgetPointer) {
    menu?.destroy()
    let entries = tabs.enumerated().map { number, tab in
      TabMenu.Entry(id: number, title: tab.entry.title) { [weak self, weak entry = tab.entry] in
        guard let self, let entry else { return }
        if let index = tabs.firstIndex(where: { $0.entry === entry }) { userSelected(index) }
      }
    }
    let isRightToLeft = gtk_widget_get_direction(button) == GTK_TEXT_DIR_RTL
    menu = OpenMenu(
      TabMenu(entries: entries),
      parent: self,
      on: button,
      x: isRightToLeft ? Double(gtk_widget_get_width(button)) : 0,
      y: Double(gtk_widget_get_height(button))
    )
  }

  // MARK: Misuse

  private func report(_ duplicates: Set<AnyHashable>) {
    for value in duplicates.subtracting(reportedDuplicates) {
      view.location.report(
        """
        Several tabs of a 'TabView' have the value \(value). Only the first of them is shown.

        Give each tab a value of its own, with the 'value:' of a 'Tab' or with a 'tag'.
        """
      )
    }
    reportedDuplicates.formUnion(duplicates)
  }

  private func reportMissingTab() {
    guard !isDestroyed, !isInert, let selection = view.selection?.wrappedValue,
      !hasTab(selection), !tabs.isEmpty, reportedSelection != selection
    else { return }
    if let optional = selection as? any OptionalValue, optional.isNil { return }
    reportedSelection = selection
    let values = tabs.map { $0.value.map { "\($0)" } ?? "(none)" }.joined(separator: ", ")
    view.location.report(
      """
      The selection of a 'TabView' is \(selection), which is the value of none of its tabs. The \
      first one is shown. The values of the tabs are: \(values).

      If a tab has been removed, select another one in the same action. If a tab has no value, give \
      it one of the type '\(SelectionValue.self)', with the 'value:' of a 'Tab' or with a 'tag'.
      """
    )
  }

  /// Reports a tab that no selection can be equal to.
  private func reportUnselectable() {
    guard !hasReportedUnselectable, view.selection != nil,
      let tab = tabs.first(where: { value(of: $0) == nil })
    else { return }
    hasReportedUnselectable = true
    let what =
      tab.value.map { "the value \($0), which is not of the type of the selection" } ?? "no value"
    view.location.report(
      """
      The tab "\(tab.entry.title)" of a 'TabView' has \(what). It cannot be selected.

      Give the tab a value of the type '\(SelectionValue.self)', with the 'value:' of a 'Tab' or \
      with a 'tag'.
      """
    )
  }

  private func reportStrays() {
    guard !hasReportedStrays, let content, !content.widgets.isEmpty else { return }
    hasReportedStrays = true
    view.location.report(
      """
      A 'TabView' contains a view without a tab. It is not shown.

      Put the view into a 'Tab', or give it a 'tabItem'.
      """
    )
  }

  // MARK: Environment

  override func environmentDidChange() {
    super.environmentDidChange()
    content?.setEnvironment(contentEnvironment)
    navigator.setOuterPage(environment.pageContext, depth: depth)
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    // This node itself destroys the tree of tabs and sets its environment.
  }

  // MARK: End of life

  override func freeze() {
    super.freeze()
    content?.freeze()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    container.onFocusLoss = {}
    menu?.destroy()
    menu = nil
    navigator.destroy()
    content?.destroy()
    content = nil
    super.destroy()
  }
}

/// A value that may be `nil`, whatever its type.
private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { self == nil }
}
