import ComposableArchitecture
import GtkKit
import GtkViews

/// What the state says of a split view.
struct SplitViewState: Equatable {
  var visibility: NavigationSplitViewVisibility
  /// The number of the column that is shown while there is room for only one.
  var compactColumn: Int
  /// The number of the first column of the narrow form.
  var compactRoot = 0
  var widths: NavigationSplitViewWidths
}

/// Shows the columns of a split view, and handles the ways from one to another.
///
/// All columns stay in one container for as long as the split view exists. Where there is room for
/// only one of them, the others are hidden in their places: widgets keep everything that they had,
/// such as typed text, scroll positions and open windows.
///
/// Nothing that the user does changes the columns directly. It asks the owner of the state, and the
/// columns follow the state.
final class ColumnNavigator: BackTarget {
  /// The width of the line between columns that these leave free, in pixels.
  private static let line = 1
  /// The width in which the pointer takes the line. The rest lies above the next column, because
  /// the scroll bar of a list is at the end of the column before.
  private static let reach = 7

  /// Asks the state for the column before another one, in the collapsed form.
  var onBack: (_ column: Int) -> Void = { _ in }
  var onVisibilityChange: (NavigationSplitViewVisibility) -> Void = { _ in }
  var onWidthsChange: (NavigationSplitViewWidths) -> Void = { _ in }
  /// Called after the split view has collapsed or unfolded.
  var onCollapseChange: () -> Void = {}
  /// Reads the state as it is now, which may be newer than what is shown.
  var currentState: () -> SplitViewState

  private(set) var state: SplitViewState
  private(set) var plan: SplitViewPlan?
  private let columns: [SplitColumn]
  private let handles: [ResizeHandle]
  /// Lies above the other columns while the sidebar lies above them.
  private let shade = ObjectReference(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  private let box: ObjectReference
  private let waysBack: WaysBack
  private var keys: EventController?
  private var connections: [SignalConnection] = []
  private var layout: ClosureLayout?
  private var slide: Slide?
  private var settling: ScheduledWork?
  private var isAllocating = false
  /// The width and the state with which columns were hidden last.
  private var reduction: (width: Int, state: SplitViewState)?
  /// The column that had the focus when the split view collapsed and hid it.
  private var collapsedFocus: Int?
  /// The column that is to get the focus, if it is not the first one that is shown.
  private var focusTarget: Int?
  /// Whether another split view contains this one.
  private let isNested: Bool
  /// Whether the shown column is to get the focus.
  private var awaitsFocus = false
  private var awaitedFocus: FrameWork?
  /// The width of the column before a handle when a movement of the handle began.
  private var widthAtBegin = 0
  private var outerPage: PageContext?
  /// The title that the page around the columns has from them.
  private var outerTitle: String?
  /// The items of the views around the columns, by the number of the column that shows them.
  private var outerItems: [Int: [PageContribution.Item]] = [:]
  private var depth = 0
  /// Whether the header bars of the columns are in place of that of the page around them.
  private var hasHeaderBars = false
  private var isDestroyed = false

  /// One column that gives way to another, in the collapsed form.
  private final class Slide {
    let from: Int
    let to: Int
    var progress: Double
    var animation: FrameAnimation?

    init(from: Int, to: Int, progress: Double = 0) {
      self.from = from
      self.to = to
      self.progress = progress
    }

    deinit {}
  }

  /// - Parameters:
  ///   - columns: Two or three columns, which have their views.
  ///   - box: A GtkBox, which shows the columns.
  ///   - column: The column of another split view that contains this one, if any.
  ///   - state: Reads the state.
  init(
    columns: [SplitColumn],
    in box: WidgetPointer,
    column: ColumnContext?,
    state: @escaping () -> SplitViewState
  ) {
    self.columns = columns
    self.box = ObjectReference(box)
    handles = columns.dropLast().map { _ in ResizeHandle(cssClass: "split-handle") }
    currentState = state
    self.state = state()
    isNested = column != nil
    waysBack = WaysBack(on: box, handlesKeys: column == nil, isSplit: true)
    column?.add(self)
    gtk_widget_add_css_class(box, "split-view")
    gtk_widget_set_overflow(box, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_hexpand(box, 1)
    gtk_widget_set_vexpand(box, 1)
    gtk_widget_add_css_class(shade.widget, "split-shade")
    arrangeChildren()
    layout = ClosureLayout(
      of: box,
      measure: { [weak self] in self?.measure($0, forSize: $1) ?? (0, 0) },
      allocate: { [weak self] in self?.allocate(width: $0, height: $1) }
    )
    connect()
  }

  deinit {}

  var widget: WidgetPointer { box.widget }

  private func arrangeChildren() {
    // A handle comes after both of its columns, so that it lies above them.
    for column in columns {
      gtk_box_append(box.cast(), column.widget)
      if column.number > 0 { gtk_box_append(box.cast(), handles[column.number - 1].widget) }
    }
    gtk_box_append(box.cast(), shade.widget)
    // Until the first layout decides what is shown.
    for child in widget.children { gtk_widget_set_child_visible(child, 0) }
  }

  private func connect() {
    waysBack.canGoBack = { [weak self] in self?.canGoBack ?? false }
    waysBack.onBack = { [weak self] in self?.goBack() ?? false }
    waysBack.onSwipe = { [weak self] in self?.swipe($0) ?? false }
    waysBack.onSwipeEnd = { [weak self] in self?.endSwipe() }
    EventController.click(on: shade.widget, at: .exclusiveRelease) { [weak self] _, _, _ in
      self?.hideOverlay()
    }
    for column in columns {
      column.isCovered = { [weak self, number = column.number] in self?.isCovered(number) ?? true }
      column.backButton.onActivate = { [weak self] in _ = self?.goBack() }
      column.sidebarButton.onActivate = { [weak self] in self?.toggleSidebar() }
      column.page.addObserver(self) { [weak self] in self?.pageDidChange() }
    }
    for (number, handle) in handles.enumerated() { connect(handle, number) }
    connections = [
      Signal.connect(widget, notify: "root") { [weak self] in self?.rootDidChange() },
      Signal.connect(widget, "map", after: true) { [weak self] in self?.didMap() },
      Signal.connect(widget, "unmap") { [weak self] in self?.endSlide() },
      DesktopSettings.onWindowControlsChange { [weak self] in self?.showWindowControls() },
    ].compactMap(\.self)
  }

  // MARK: - State

  /// Shows a state.
  func show(_ state: SplitViewState) {
    guard state != self.state else { return }
    self.state = state
    refresh()
  }

  /// Computes the places of the columns again, and with them the layout.
  func refresh() {
    guard !isDestroyed else { return }
    let width = Int(gtk_widget_get_width(widget))
    if width > 0, plan != nil { take(makePlan(width: width), width: width) }
    gtk_widget_queue_resize(widget)
  }

  /// Handles a change of what the columns ask for.
  func columnsDidChange() {
    reduction = nil
    refresh()
  }

  private func makePlan(width: Int) -> SplitViewPlan {
    var userWidths: [Int: Double] = [:]
    userWidths[0] = state.widths.sidebar
    if columns.count > 2 { userWidths[1] = state.widths.content }
    return SplitViewPlan(
      columns: columns.map(\.widths),
      userWidths: userWidths,
      visibility: state.visibility,
      compactColumn: state.compactColumn,
      separator: Self.line,
      width: width
    )
  }

  /// Shows the columns of a plan, without giving them their places.
  private func take(_ new: SplitViewPlan, width: Int) {
    guard new != plan, !wouldAlternate(new, width: width) else { return }
    let old = plan
    plan = new
    if let old, new.shownCount < old.shownCount { reduction = (width, state) }
    let isNavigation = old?.isCollapsed == true && new.isCollapsed && old?.first != new.first
    takeFocus(from: old, to: new, isNavigation: isNavigation)
    if isNavigation, let old {
      startSlide(from: old.first, to: new.first)
      // The fingers moved another column.
      waysBack.cancelSwipe()
    } else if !new.isCollapsed || slide?.to != new.first {
      endSlide()
    }
    showColumns()
    if isAllocating {
      // Not during the layout: this changes what is visible in the header bars.
      settling =
        settling ?? MainLoop.schedule(priority: .beforeEvents) { [weak self] in self?.settle() }
    } else {
      settle()
    }
  }

  /// Returns whether a plan shows columns again that were hidden for lack of room, although neither
  /// the width nor the state has changed since. Header bars need less room without the buttons that
  /// the split view itself puts there, so the columns would come and go with each layout.
  private func wouldAlternate(_ new: SplitViewPlan, width: Int) -> Bool {
    guard let plan, let reduction, new.shownCount > plan.shownCount else { return false }
    return reduction.width == width && reduction.state == state
  }

  /// Takes the focus from columns that are about to be hidden, before GTK clears it, and decides
  /// which column gets it.
  private func takeFocus(from old: SplitViewPlan?, to new: SplitViewPlan, isNavigation: Bool) {
    for column in columns where !new.shows(column.number) && column.takeFocus() {
      awaitsFocus = true
      if new.isCollapsed, old?.isCollapsed == false { collapsedFocus = column.number }
    }
    if isNavigation {
      awaitsFocus = true
      collapsedFocus = nil
    }
    // A window that was narrow for a moment has the focus where it was.
    if !new.isCollapsed, old?.isCollapsed == true, let column = collapsedFocus {
      collapsedFocus = nil
      guard new.shows(column) else { return }
      for other in columns { _ = other.takeFocus() }
      focusTarget = column
      awaitsFocus = true
    }
  }

  private func showColumns() {
    guard let plan else { return }
    for column in columns {
      let isVisible =
        plan.shows(column.number) || slide?.from == column.number || slide?.to == column.number
      let child = column.widget
      if (gtk_widget_get_child_visible(child) != 0) != isVisible {
        gtk_widget_set_child_visible(child, isVisible ? 1 : 0)
      }
    }
    for (number, handle) in handles.enumerated() {
      let isVisible =
        !plan.isCollapsed && plan.shows(number) && plan.shows(number + 1)
        && !(plan.hasOverlay && number == 0)
      gtk_widget_set_child_visible(handle.widget, isVisible ? 1 : 0)
    }
    gtk_widget_set_child_visible(shade.widget, plan.hasOverlay ? 1 : 0)
  }

  /// Adapts everything to the plan that does not concern the places of the columns.
  private func settle() {
    settling?.cancel()
    settling = nil
    guard let plan, !isDestroyed else { return }
    let wasCollapsed = columns.first?.context.isPage ?? false
    for column in columns.dropLast() { column.context.isPage = plan.isCollapsed }
    for column in columns.dropFirst() {
      // What lies below the sidebar takes no keys either.
      if plan.hasOverlay { _ = column.takeFocus() }
      gtk_widget_set_can_focus(column.widget, plan.hasOverlay ? 0 : 1)
    }
    raiseSidebar(plan.hasOverlay)
    for (number, handle) in handles.enumerated() {
      if let place = plan.places[number] { handle.setValue(place.count) }
    }
    pageDidChange()
    showWindowControls()
    showOuterItems()
    if wasCollapsed != plan.isCollapsed { onCollapseChange() }
    if awaitsFocus { giveFocusWithNextFrame() }
  }

  /// Puts the sidebar above the other columns, or back to the beginning.
  private func raiseSidebar(_ isAbove: Bool) {
    guard let sidebar = columns.first?.widget else { return }
    if isAbove {
      gtk_widget_add_css_class(sidebar, "above")
    } else {
      gtk_widget_remove_css_class(sidebar, "above")
    }
    let isRaised = gtk_widget_get_next_sibling(sidebar) == nil
    guard isRaised != isAbove else { return }
    if isAbove {
      gtk_widget_insert_before(sidebar, widget, nil)
      awaitsFocus = true
    } else {
      gtk_widget_insert_after(sidebar, widget, nil)
    }
  }

  private func showButtons() {
    guard let plan else { return }
    for column in columns {
      let isFirst = column.number == plan.first
      let isBackShown = plan.isCollapsed && isFirst && column.number > state.compactRoot
      column.backButton.isVisible = isBackShown && column.context.backTarget == nil
      column.backButton.tooltip = isBackShown ? columns[column.number - 1].page.title : ""
      let isToggleShown = !plan.isCollapsed && isFirst && !fillsColumn
      column.sidebarButton.isVisible = isToggleShown
    }
  }

  // MARK: - The page around the columns

  /// Takes over the page that contains the split view.
  func setOuterPage(_ page: PageContext?, depth: Int) {
    guard page !== outerPage || plan == nil else { return }
    leaveOuterPage()
    outerPage = page
    self.depth = depth
    page?.addObserver(self) { [weak self] in
      self?.outerPageDidChange()
    }
    takeHeaderBars()
    showWindowControls()
    pageDidChange()
  }

  private func outerPageDidChange() {
    takeHeaderBars()
    showOuterItems()
    showWindowControls()
  }

  /// Shows the header bars of the columns in place of that of the page around them, which may learn
  /// only later that it is at an end of the window.
  private func takeHeaderBars() {
    guard let outerPage, outerPage.windowEnds != nil, !hasHeaderBars else { return }
    hasHeaderBars = true
    outerPage.setHasOwnHeaderBars(true, owner: self)
    showButtons()
  }

  private func leaveOuterPage() {
    guard let outerPage else { return }
    outerPage.removeObserver(self)
    outerPage.contribute(nil, owner: self)
    outerPage.setHasOwnHeaderBars(false, owner: self)
    hasHeaderBars = false
    self.outerPage = nil
    outerTitle = nil
  }

  private func pageDidChange() {
    guard !isDestroyed else { return }
    showButtons()
    let titles = columns.reversed().map(\.page.title)
    let shown = plan.flatMap { $0.isCollapsed ? columns[$0.first].page.title : nil }
    let title = [shown ?? ""].first { !$0.isEmpty } ?? titles.first { !$0.isEmpty }
    // Each contribution tells the observers of the page, which are told of the columns as well.
    guard title != outerTitle else { return }
    outerTitle = title
    outerPage?.contribute(title.map { PageContribution(title: $0) }, owner: self, depth: depth)
  }

  /// Shows the items that views around the columns have for the window's header bar in that of the
  /// last column that is shown; ways to other pages in that of the first one.
  private func showOuterItems() {
    let items = outerPage.map { $0.hasOwnHeaderBars ? $0.ownItems : [] } ?? []
    let first = plan?.first ?? 0
    let last = plan.map { $0.isCollapsed ? $0.first : columns.count - 1 } ?? columns.count - 1
    let new = Dictionary(grouping: items) { $0.placement == .navigation ? first : last }
    guard new.mapValues({ $0.map(\.widget) }) != outerItems.mapValues({ $0.map(\.widget) }) else {
      return
    }
    outerItems = new
    for column in columns {
      column.page.contribute(
        new[column.number].map { PageContribution(items: $0) },
        owner: self
      )
    }
  }

  /// Shows the buttons of the window at its two ends.
  private func showWindowControls() {
    let outer = outerPage.flatMap { $0.hasOwnHeaderBars ? $0.windowEnds : nil }
    let ends = DesktopSettings.windowControls.split(
      separator: ":",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let start = ends.first.map(String.init) ?? ""
    let end = ends.count > 1 ? String(ends[1]) : ""
    for column in columns {
      let isFirst = column.number == (plan?.first ?? 0) && outer?.leading == true
      let isLast =
        (plan.map { $0.isCollapsed } ?? false || column.number == columns.count - 1)
        && outer?.trailing == true
      // Another split view in the column may have header bars of its own.
      column.page.windowEnds = outer.map { _ in .init(leading: isFirst, trailing: isLast) }
      guard let headerBar = column.headerBar else { continue }
      headerBar.showsWindowControls = isFirst || isLast
      let controls = "\(isFirst ? start : ""):\(isLast ? end : "")"
      if headerBar.windowControls != controls { headerBar.windowControls = controls }
    }
  }

  // MARK: - Layout

  private func measure(
    _ orientation: GtkOrientation,
    forSize: Int32
  ) -> (minimum: Int32, natural: Int32) {
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      // A single column has to fit, whichever it is.
      let needed = columns.map { $0.widget.measured(orientation).minimum }
      let ideal = columns.reduce(Self.line * handles.count) { $0 + $1.widths.ideal }
      return (needed.max() ?? 0, Int32(ideal))
    }
    let plan = forSize < 0 ? nil : makePlan(width: Int(forSize))
    func width(of column: SplitColumn) -> Int32? {
      // A column that slides has the whole width, too.
      guard let plan, !plan.isCollapsed else { return forSize }
      return plan.places[column.number].map { Int32($0.count) }
    }
    let sizes = columns.compactMap { column in
      width(of: column).map { column.widget.measured(orientation, forSize: $0) }
    }
    return (sizes.map(\.minimum).max() ?? 0, sizes.map(\.natural).max() ?? 0)
  }

  private func allocate(width: Int, height: Int) {
    isAllocating = true
    take(makePlan(width: width), width: width)
    isAllocating = false
    guard let plan else { return }
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    func place(_ child: WidgetPointer, at place: Range<Int>) {
      guard gtk_widget_should_layout(child) != 0 else { return }
      let x = isRightToLeft ? width - place.upperBound : place.lowerBound
      ClosureLayout.place(child, x: x, y: 0, width: place.count, height: height)
    }
    for column in columns {
      if let offset = offset(of: column.number, width: width) {
        place(column.widget, at: offset..<(offset + width))
      } else if let range = plan.places[column.number] {
        place(column.widget, at: range)
      }
    }
    for (number, handle) in handles.enumerated() {
      guard let range = plan.places[number] else { continue }
      place(handle.widget, at: range.upperBound..<(range.upperBound + Self.reach))
    }
    place(shade.widget, at: 0..<width)
  }

  /// The position of a column that slides, from the leading edge; `nil` for any other one.
  private func offset(of column: Int, width: Int) -> Int? {
    guard let slide, column == slide.from || column == slide.to else { return nil }
    let direction = slide.to > slide.from ? 1.0 : -1
    let progress = column == slide.to ? slide.progress - 1 : slide.progress
    // Whole pixels, because text is blurred otherwise.
    return Int((-direction * progress * Double(width)).rounded())
  }

  // MARK: - From one column to another

  private func startSlide(from: Int, to: Int) {
    let progress = slide?.from == from && slide?.to == to ? slide?.progress ?? 0 : 0
    // The columns of another slide are hidden with the next change only: what is hidden even for a
    // moment loses the focus.
    slide?.animation?.cancel()
    slide = nil
    guard DesktopSettings.areAnimationsEnabled, gtk_widget_get_mapped(widget) != 0 else { return }
    let slide = Slide(from: from, to: to, progress: progress)
    self.slide = slide
    animate(slide, to: 1)
  }

  private func animate(_ slide: Slide, to end: Double) {
    slide.animation?.cancel()
    slide.animation = FrameAnimation(
      on: widget,
      from: slide.progress,
      to: end,
      duration: Int(200 * abs(end - slide.progress)),
      onStep: { [weak self, weak slide] in
        slide?.progress = $0
        if let self { gtk_widget_queue_allocate(widget) }
      },
      onEnd: { [weak self] in self?.endSlide() }
    )
  }

  private func endSlide() {
    guard let slide else { return }
    self.slide = nil
    slide.animation?.cancel()
    showColumns()
    gtk_widget_queue_allocate(widget)
  }

  private func swipe(_ progress: Double) -> Bool {
    guard let plan, plan.isCollapsed, plan.first > state.compactRoot else { return false }
    guard columns[plan.first].context.backTarget == nil else { return false }
    if DesktopSettings.areAnimationsEnabled {
      if slide?.from != plan.first || slide?.to != plan.first - 1 {
        slide?.animation?.cancel()
        slide = Slide(from: plan.first, to: plan.first - 1)
        showColumns()
      }
      slide?.animation?.cancel()
      slide?.progress = min(max(progress, 0), 1)
      gtk_widget_queue_allocate(widget)
    }
    return true
  }

  /// Moves the column back. If the state shows another column before the next frame, the movement
  /// continues towards that.
  private func endSwipe() {
    if let slide, slide.from == plan?.first { animate(slide, to: 0) }
  }

  /// Returns whether the user sees something else instead of a column.
  private func isCovered(_ column: Int) -> Bool {
    guard let plan else { return false }
    if plan.isCollapsed { return currentState().compactColumn != column }
    return !plan.shows(column) || (plan.hasOverlay && column != 0)
  }

  // MARK: - Ways back

  /// The column that keys are meant for.
  private var activeColumn: SplitColumn? {
    if let plan, plan.isCollapsed || plan.hasOverlay { return columns[plan.first] }
    let focused = columns.first { $0.widget.containsFocus }
    // A sidebar that the narrow form does not have leaves the keys to the others.
    let isShortcut = focused.map { $0.number < state.compactRoot && $0.context.backTarget == nil }
    guard isShortcut == false else {
      return columns.last { $0.context.backTarget != nil } ?? columns.last
    }
    return focused
  }

  var canGoBack: Bool {
    guard let plan else { return false }
    return activeColumn?.context.backTarget != nil || plan.hasOverlay
      || (plan.isCollapsed && plan.first > state.compactRoot)
  }

  func goBack() -> Bool {
    guard let plan, let column = activeColumn else { return false }
    if let target = column.context.backTarget { return target.goBack() }
    if plan.hasOverlay {
      hideOverlay()
      return true
    }
    guard plan.isCollapsed, plan.first > state.compactRoot else { return false }
    // Input that was meant for what is covered by now is handled, but goes nowhere.
    if !column.coverage.isCovered { onBack(plan.first) }
    return true
  }

  private func hideOverlay() {
    guard plan?.hasOverlay == true else { return }
    onVisibilityChange(.doubleColumn)
  }

  private func toggleSidebar() {
    guard let plan, !plan.isCollapsed else { return }
    guard plan.shows(0) else { return onVisibilityChange(.all) }
    onVisibilityChange(columns.count > 2 ? .doubleColumn : .detailOnly)
  }

  // MARK: - Keys and focus

  private func rootDidChange() {
    keys?.remove()
    keys = gtk_widget_get_root(widget).map { root in
      EventController.key(on: WidgetPointer(root)) { [weak self] symbol, modifiers in
        self?.keyPressed(symbol, modifiers) ?? false
      }
    }
  }

  private func keyPressed(_ symbol: UInt32, _ modifiers: GdkModifierType) -> Bool {
    let pressed = modifiers.shiftControlAlt
    guard let plan, !plan.isCollapsed, gtk_widget_get_mapped(widget) != 0 else { return false }
    if isNested, !columns.contains(where: { $0.widget.containsFocus }) { return false }
    switch Int32(symbol) {
    case GDK_KEY_F9 where pressed == 0 && !fillsColumn: toggleSidebar()
    case GDK_KEY_F6 where fillsColumn: return false
    case GDK_KEY_F6 where pressed == 0: focusColumn(1)
    case GDK_KEY_F6 where pressed == GDK_SHIFT_MASK.rawValue: focusColumn(-1)
    default: return false
    }
    return true
  }

  /// Whether the split view takes the place of a column of another one, which then has the only
  /// sidebar. The other one also moves the focus from column to column of both.
  private var fillsColumn: Bool { isNested && hasHeaderBars }

  /// The split view that takes the place of a column.
  private func filler(of column: SplitColumn) -> ColumnNavigator? {
    column.context.fillingTarget as? ColumnNavigator
  }

  /// The columns that can have the focus, with those of split views in the place of a column.
  private var focusableColumns: [SplitColumn] {
    guard let plan else { return [] }
    return columns.filter { plan.shows($0.number) && !isCovered($0.number) }.flatMap { column in
      column.page.hasOwnHeaderBars ? filler(of: column)?.focusableColumns ?? [column] : [column]
    }
  }

  /// Gives the focus to the next column that is shown, or to the one before.
  private func focusColumn(_ step: Int) {
    let shown = focusableColumns
    let current = shown.firstIndex { $0.widget.containsFocus }
    guard !shown.isEmpty else { return }
    let next = current.map { ($0 + step + shown.count) % shown.count } ?? 0
    if let current { _ = shown[current].takeFocus() }
    shown[next].giveFocus()
  }

  private func didMap() {
    awaitsFocus = true
    // Whether a stack in a column can go back counts only while it is on the screen.
    if plan != nil { showButtons() }
    if plan != nil { giveFocusWithNextFrame() }
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

  /// Gives the focus to the first column that is shown, unless it is among the views of a column
  /// already. GTK itself would focus a button in a header bar, or a line.
  private func giveFocus(within frames: Int) {
    guard awaitsFocus, !isDestroyed, let plan, let root = gtk_widget_get_root(widget) else {
      return
    }
    // A column that slides out of sight may have taken it meanwhile.
    for other in columns where !plan.shows(other.number) { _ = other.takeFocus() }
    if let focus = gtk_root_get_focus(root), gtk_widget_get_mapped(focus) != 0 {
      let isInSplitView = gtk_widget_is_ancestor(focus, widget) != 0
      guard isInSplitView, !columns.contains(where: \.hasFocus) else {
        awaitsFocus = false
        focusTarget = nil
        return
      }
    }
    let column = columns[focusTarget.flatMap { plan.shows($0) ? $0 : nil } ?? plan.first]
    column.giveFocus()
    awaitsFocus = !column.hasFocus
    if !awaitsFocus { focusTarget = nil }
    if awaitsFocus { giveFocusWithNextFrame(within: frames - 1) }
  }

  // MARK: - Handles

  private func connect(_ handle: ResizeHandle, _ number: Int) {
    handle.onBegin = { [weak self] in
      self?.widthAtBegin = self?.plan?.places[number]?.count ?? 0
    }
    handle.onMove = { [weak self] distance in
      guard let self else { return }
      moveHandle(number, toWidth: Double(widthAtBegin) + distance)
    }
    handle.onStep = { [weak self] distance in
      guard let self, let place = plan?.places[number] else { return }
      moveHandle(number, toWidth: Double(place.count) + distance)
    }
    handle.onReset = { [weak self] in self?.setWidth(nil, ofColumn: number) }
  }

  private func moveHandle(_ number: Int, toWidth width: Double) {
    guard let plan, let place = plan.places[number], !isCovered(number) else { return }
    let end = Double(place.lowerBound) + min(max(width, 0), 32_000)
    let new = plan.width(of: number, withEndAt: Int(end), columns: columns.map(\.widths))
    if new != place.count { setWidth(Double(new), ofColumn: number) }
  }

  private func setWidth(_ width: Double?, ofColumn number: Int) {
    var widths = currentState().widths
    if number == 0 { widths.sidebar = width } else { widths.content = width }
    if widths != currentState().widths { onWidthsChange(widths) }
  }

  // MARK: - End of life

  /// Removes the columns. The box must exist until then.
  func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    settling?.cancel()
    awaitedFocus?.cancel()
    slide?.animation?.cancel()
    slide = nil
    keys?.remove()
    waysBack.disconnect()
    for connection in connections { connection.disconnect() }
    leaveOuterPage()
    layout?.end()
    for column in columns {
      column.page.removeObserver(self)
      column.page.contribute(nil, owner: self)
      column.destroy()
    }
    for child in widget.children { gtk_box_remove(box.cast(), child) }
  }
}
