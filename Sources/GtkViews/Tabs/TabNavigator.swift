import GtkKit

/// Shows the pages of tabs, one at a time, and the switcher between them.
///
/// All pages that have been shown stay in one box, and those out of sight are hidden in their
/// places: widgets keep everything that they had, such as typed text and scroll positions.
///
/// Nothing that the user does changes the shown page directly. It asks the owner of the state, and
/// the page follows the state.
final class TabNavigator {
  /// Where the switcher is.
  enum Place {
    case header, bottom, top
  }

  /// Asks the state for a tab.
  var onSelect: (Int) -> Void = { _ in }
  /// Asks the state to close a tab. Returns whether it can be closed.
  var onClose: (Int) -> Bool = { _ in false }
  /// Asks the state to move a tab before another one. Returns whether it can be moved.
  var onMove: (_ tab: Int, _ destination: Int) -> Bool = { _, _ in false }
  /// Opens the menu of all tabs.
  var onMenu: (_ button: WidgetPointer) -> Void = { _ in }

  private(set) var entries: [any TabEntry] = []
  private(set) var shown: (any TabEntry)?
  private let box: ObjectReference
  private let pages = ObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  private let bar = ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  /// What contains the switcher in the header bar. It takes no room that there is not: then the
  /// switcher goes to the bottom.
  private let slot = ObjectReference(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private let switcher: TabSwitcher
  /// Shows the tabs of documents; `nil` for other tabs.
  private let strip: TabStrip?
  private var layouts: [ClosureLayout] = []
  private var connections: [SignalConnection] = []
  private var keys: EventController?
  private var settling: ScheduledWork?
  private var place: Place
  private var isInHeader = false
  private var outerPage: PageContext?
  private var depth = 0
  /// Whether the views are in a page of other tabs, whose switcher is in the header bar.
  private let isNested: Bool
  /// Whether the shown page is to get the focus.
  private var awaitsFocus = false
  private var awaitedFocus: FrameWork?
  private var isDestroyed = false

  private struct WeakNavigator {
    weak var navigator: TabNavigator?
  }

  /// All views of tabs, for finding the one that a key is meant for.
  private static var live: [WeakNavigator] = []

  /// - Parameters:
  ///   - box: A vertical GtkBox, which shows the pages.
  ///   - isNested: Whether the views are in a page of other tabs.
  ///   - areDocuments: Whether the tabs are those of documents, in a strip above the page.
  init(in box: WidgetPointer, isNested: Bool, areDocuments: Bool) {
    self.box = ObjectReference(box)
    self.isNested = isNested
    switcher = TabSwitcher(areDocuments: areDocuments)
    strip = areDocuments ? TabStrip(switcher) : nil
    place = areDocuments ? .top : .bottom
    Self.live.removeAll { $0.navigator == nil }
    Self.live.append(WeakNavigator(navigator: self))
    gtk_widget_add_css_class(box, "tab-view")
    for widget in [box, pages.widget] {
      gtk_widget_set_hexpand(widget, 1)
      gtk_widget_set_vexpand(widget, 1)
    }
    gtk_widget_add_css_class(bar.widget, "tab-bar")
    gtk_widget_set_hexpand(switcher.widget, 1)
    gtk_widget_set_overflow(slot.widget, GTK_OVERFLOW_HIDDEN)
    if let strip { gtk_box_append(self.box.cast(), strip.widget) }
    gtk_box_append(self.box.cast(), pages.widget)
    if !areDocuments {
      gtk_box_append(self.box.cast(), bar.widget)
      gtk_box_append(bar.cast(), switcher.widget)
    }
    layouts = [
      ClosureLayout(
        of: pages.widget,
        measure: { [weak self] in self?.measure($0, forSize: $1) ?? (0, 0) },
        allocate: { [weak self] in self?.allocate(width: $0, height: $1) }
      ),
      ClosureLayout(
        of: slot.widget,
        measure: { [weak self] orientation, _ in self?.measureSlot(orientation) ?? (0, 0) },
        allocate: { [weak self] in self?.allocateSlot(width: $0, height: $1) }
      ),
    ]
    switcher.onSelect = { [weak self] in self?.onSelect($0) }
    switcher.onClose = { [weak self] in _ = self?.onClose($0) }
    switcher.onMove = { [weak self] in _ = self?.onMove($0, $1) }
    strip?.onMenu = { [weak self] in self?.onMenu($0) }
    connections = [
      Signal.connect(widget, notify: "root") { [weak self] in self?.rootDidChange() },
      Signal.connect(widget, "realize") { [weak self] in self?.willShow() },
      Signal.connect(widget, "map", after: true) { [weak self] in self?.didMap() },
    ]
  }

  deinit {}

  var widget: WidgetPointer { box.widget }

  // MARK: - Tabs

  /// Takes the tabs, in order.
  ///
  /// - Parameters:
  ///   - entries: The tabs.
  ///   - items: What the switcher shows of them.
  func setEntries(_ entries: [any TabEntry], items: [TabSwitcher.Item]) {
    self.entries = entries
    if let shown, !entries.contains(where: { $0 === shown }) { self.shown = nil }
    if let strip { gtk_widget_set_visible(strip.widget, entries.isEmpty ? 0 : 1) }
    switcher.show(items)
    gtk_widget_queue_resize(pages.widget)
  }

  /// Shows the page of a tab, which is made if it has not been shown yet.
  func show(_ index: Int?) {
    let entry = index.map { entries[$0] }
    if entry !== shown {
      let old = shown
      shown = entry
      // Before the page is hidden: GTK would clear the focus.
      if old?.page.takeFocus() ?? false { awaitsFocus = true }
      entry?.makePage()
      if let page = entry?.page.widget?.widget, gtk_widget_get_parent(page) != pages.widget {
        gtk_box_append(pages.cast(), page)
      }
      for other in entries {
        guard let page = other.page.widget?.widget else { continue }
        gtk_widget_set_child_visible(page, other === entry ? 1 : 0)
      }
      outerPage?.embedded = entry?.page.context
      gtk_widget_queue_resize(pages.widget)
    }
    switcher.select(index)
    strip?.showSelected()
    showNames()
    if awaitsFocus { giveFocusWithNextFrame() }
  }

  /// Names the pages for assistive technologies by their tabs.
  private func showNames() {
    guard let shown, let page = shown.page.widget?.widget else { return }
    Accessibility.setLabel(shown.title, of: page)
  }

  func pageDidLoseFocus() { awaitsFocus = true }

  // MARK: - The page around the tabs

  /// Takes over the page that contains the tabs.
  func setOuterPage(_ page: PageContext?, depth: Int) {
    guard page !== outerPage else { return }
    leaveOuterPage()
    outerPage = page
    self.depth = depth
    page?.embedded = shown?.page.context
    page?.addObserver(self) { [weak self] in self?.outerPageDidChange() }
  }

  private func leaveOuterPage() {
    guard let outerPage else { return }
    outerPage.removeObserver(self)
    if let shown, outerPage.embedded === shown.page.context { outerPage.embedded = nil }
    outerPage.contribute(nil, owner: self)
    isInHeader = false
    self.outerPage = nil
  }

  private func outerPageDidChange() {
    guard !isDestroyed else { return }
    let width = Int(gtk_widget_get_width(pages.widget))
    if width > 0 { decide(width: width) }
    showSwitcher()
  }

  // MARK: - Layout

  private var pageWidgets: [WidgetPointer] { pages.widget.children }

  /// The room for the largest page, so that the window keeps its size from page to page.
  private func measure(
    _ orientation: GtkOrientation,
    forSize: Int32
  ) -> (minimum: Int32, natural: Int32) {
    pageWidgets.reduce((0, 0)) { size, page in
      let next = page.measured(orientation, forSize: forSize)
      return (max(size.minimum, next.minimum), max(size.natural, next.natural))
    }
  }

  private func allocate(width: Int, height: Int) {
    decide(width: width)
    for page in pageWidgets where gtk_widget_should_layout(page) != 0 {
      ClosureLayout.place(page, x: 0, y: 0, width: width, height: height)
    }
  }

  private func measureSlot(_ orientation: GtkOrientation) -> (minimum: Int32, natural: Int32) {
    guard gtk_widget_get_parent(switcher.widget) == slot.widget else { return (0, 0) }
    let size = switcher.widget.measured(orientation)
    return orientation == GTK_ORIENTATION_HORIZONTAL ? (0, size.natural) : size
  }

  private func allocateSlot(width: Int, height: Int) {
    guard gtk_widget_get_parent(switcher.widget) == slot.widget else { return }
    let needed = Int(switcher.widget.measured(GTK_ORIENTATION_HORIZONTAL).minimum)
    let tall = Int(switcher.widget.measured(GTK_ORIENTATION_VERTICAL).minimum)
    ClosureLayout.place(
      switcher.widget,
      x: 0,
      y: 0,
      width: max(width, needed),
      height: max(height, tall)
    )
  }

  // MARK: - Place of the switcher

  /// Decides for a width where the switcher is, and whether its texts are below the symbols.
  private func decide(width: Int) {
    guard strip == nil else { return }
    let beside = switcher.widthBeside
    let wanted: Place = hasRoomInHeader(beside, width: width) ? .header : .bottom
    let isBelow = wanted == .bottom && beside + barPadding > width
    guard wanted != place || isBelow != switcher.hasTextBelow else { return }
    place = wanted
    isTextBelow = isBelow
    // Not during the layout: this changes what is in the header bar.
    settling =
      settling
      ?? MainLoop.schedule(priority: .beforeEvents) { [weak self] in
        self?.settling = nil
        self?.showSwitcher()
      }
  }

  private var isTextBelow = false
  private let barPadding = 12

  private func hasRoomInHeader(_ needed: Int, width: Int) -> Bool {
    guard !isNested, let outerPage, let headerBar = outerPage.headerBar,
      gtk_widget_get_visible(headerBar.widget) != 0
    else { return false }
    let isTaken = outerPage.items.contains {
      $0.placement == .principal && $0.widget != slot.widget
    }
    guard !isTaken else { return false }
    let center = headerBar.centerWidget.map { $0.measured(GTK_ORIENTATION_HORIZONTAL).minimum }
    let all = headerBar.widget.measured(GTK_ORIENTATION_HORIZONTAL).minimum
    return Int(all - (center ?? 0)) + needed <= width
  }

  private func showSwitcher() {
    guard !isDestroyed, strip == nil else { return }
    let isInHeader = place == .header && outerPage?.isAboveRoot == false
    let home = place == .header ? slot : bar
    if gtk_widget_get_parent(switcher.widget) != home.widget {
      if PageFocus.take(from: switcher.widget) != nil { awaitsFocus = true }
      if let old = gtk_widget_get_parent(switcher.widget) {
        gtk_box_remove(old.cast(), switcher.widget)
      }
      gtk_box_append(home.cast(), switcher.widget)
    }
    gtk_widget_set_visible(bar.widget, place == .bottom ? 1 : 0)
    switcher.hasTextBelow = isTextBelow
    if isInHeader != self.isInHeader {
      self.isInHeader = isInHeader
      if !isInHeader, PageFocus.take(from: slot.widget) != nil { awaitsFocus = true }
      let item = PageContribution.Item(placement: .principal, widget: slot.widget)
      outerPage?.contribute(
        isInHeader ? PageContribution(items: [item]) : nil,
        owner: self,
        depth: depth
      )
    }
    if awaitsFocus { giveFocusWithNextFrame() }
  }

  // MARK: - Keys and focus

  private func rootDidChange() {
    keys?.remove()
    keys = gtk_widget_get_root(widget).map { root in
      // Before the widgets with the focus: lists and texts have other uses for some of the keys.
      EventController.key(on: WidgetPointer(root), phase: GTK_PHASE_CAPTURE) {
        [weak self] symbol, modifiers in self?.keyPressed(symbol, modifiers) ?? false
      }
    }
  }

  /// Decides where the switcher is before the first layout, which would show it in another place
  /// for one frame.
  private func willShow() {
    guard let window = gtk_widget_get_root(widget)?.castIfPossible(to: GtkWindow.self) else {
      return
    }
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window, &width, &height)
    if width > 0 { decide(width: Int(width)) }
  }

  private func keyPressed(_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool {
    guard !entries.isEmpty, isTargetOfKeys else { return false }
    let pressed = modifiers.shiftControlAlt
    let control = GDK_CONTROL_MASK.rawValue
    let backwards = control | GDK_SHIFT_MASK.rawValue
    switch Int32(symbol) {
    case GDK_KEY_w where pressed == control, GDK_KEY_F4 where pressed == control:
      guard let current else { return false }
      return onClose(current)
    case GDK_KEY_Page_Down where pressed == backwards, GDK_KEY_Page_Up where pressed == backwards:
      guard let current else { return false }
      let isForwards = Int32(symbol) == GDK_KEY_Page_Down
      return onMove(current, isForwards ? current + 2 : current - 1)
    case GDK_KEY_Page_Down where pressed == control: step(1)
    case GDK_KEY_Page_Up where pressed == control: step(-1)
    case GDK_KEY_Tab where pressed == control: step(1)
    case GDK_KEY_Tab where pressed == backwards, GDK_KEY_ISO_Left_Tab where pressed == backwards:
      step(-1)
    case GDK_KEY_1...GDK_KEY_9 where pressed == GDK_ALT_MASK.rawValue:
      let index = Int(Int32(symbol) - GDK_KEY_1)
      guard entries.indices.contains(index) else { return false }
      select(index)
    default: return false
    }
    return true
  }

  /// Whether keys of the window are meant for these tabs: they have the focus, and no others inside
  /// them have it; or no tabs have it, and these are inside no others.
  private var isTargetOfKeys: Bool {
    guard gtk_widget_get_mapped(widget) != 0, !isFocusInPopover else { return false }
    let root = gtk_widget_get_root(widget)
    let others = Self.live.compactMap(\.navigator).filter {
      $0 !== self && !$0.entries.isEmpty && gtk_widget_get_mapped($0.widget) != 0
        && gtk_widget_get_root($0.widget) == root
    }
    if widget.containsFocus {
      return !others.contains {
        $0.widget.containsFocus && gtk_widget_is_ancestor($0.widget, widget) != 0
      }
    }
    return !others.contains { gtk_widget_is_ancestor(widget, $0.widget) != 0 }
      && !others.contains { $0.widget.containsFocus }
  }

  private var isFocusInPopover: Bool {
    guard let focus = gtk_widget_get_root(widget).flatMap({ gtk_root_get_focus($0) }) else {
      return false
    }
    return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil
  }

  /// The number of the tab that is shown.
  private var current: Int? { entries.firstIndex { $0 === shown } }

  private func step(_ distance: Int) {
    guard let current else { return }
    select((current + distance + entries.count) % entries.count)
  }

  private func select(_ index: Int) {
    if entries[index] !== shown { onSelect(index) }
  }

  private func didMap() {
    awaitsFocus = true
    giveFocusWithNextFrame()
  }

  /// - Parameter frames: For how many frames the views may have nothing that accepts the focus. A
  ///   list has rows only after its first layout.
  private func giveFocusWithNextFrame(within frames: Int = 30) {
    guard awaitedFocus == nil, frames > 0, gtk_widget_get_mapped(widget) != 0 else { return }
    awaitedFocus = FrameWork(on: widget) { [weak self] in
      self?.awaitedFocus = nil
      self?.giveFocus(within: frames)
    }
  }

  /// Gives the focus to the shown page, unless it is anywhere else but in the switcher.
  private func giveFocus(within frames: Int) {
    guard awaitsFocus, !isDestroyed, let page = shown?.page,
      let root = gtk_widget_get_root(widget)
    else { return }
    if let focus = gtk_root_get_focus(root), gtk_widget_get_mapped(focus) != 0,
      !focus.isInside(switcher.widget)
    {
      awaitsFocus = false
      return
    }
    page.giveFocus()
    awaitsFocus = !page.hasFocus
    if awaitsFocus { giveFocusWithNextFrame(within: frames - 1) }
  }

  // MARK: - End of life

  /// Removes the pages and the switcher. The box must exist until then.
  func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    settling?.cancel()
    awaitedFocus?.cancel()
    keys?.remove()
    for connection in connections { connection.disconnect() }
    leaveOuterPage()
    for layout in layouts { layout.end() }
    strip?.destroy()
    switcher.destroy()
    for parent in [slot, bar] {
      for child in parent.widget.children { gtk_box_remove(parent.cast(), child) }
    }
    for child in widget.children { gtk_box_remove(box.cast(), child) }
  }
}
