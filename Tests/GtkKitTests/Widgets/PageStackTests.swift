import GtkKit
import GtkTestSupport
import Testing

extension GtkTests {
  @Test func `the first page shows at once`() async {
    let stack = PageStack()
    let page = gtk_label_new("first")!
    stack.apply(show: page, transition: .push)
    #expect(stack.visiblePage == page)
    #expect(!stack.isTransitionRunning)
    #expect(stack.contains(page))
  }

  @Test func `a pushed page slides in and the page below stays`() async {
    let stack = PageStack()
    let (first, second) = (gtk_label_new("first")!, gtk_label_new("second")!)
    stack.apply(show: first, transition: .none)
    let window = await show(stack.widget)
    stack.apply(show: second, transition: .push)
    #expect(stack.isTransitionRunning)
    #expect(stack.visiblePage == second)
    #expect(await eventually { !stack.isTransitionRunning })
    #expect(stack.contains(first))
    #expect(stack.pageCount == 2)
    window.destroy()
  }

  @Test func `a popped page lives until its transition ends`() async {
    let stack = PageStack()
    var removed: [WidgetPointer] = []
    stack.onPageRemoved = { removed.append($0) }
    let (first, second) = (gtk_label_new("first")!, gtk_label_new("second")!)
    stack.apply(show: second, transition: .none, insert: [first])
    let window = await show(stack.widget)
    let weak = WeakReference(second)
    stack.apply(show: first, transition: .pop, remove: [second])
    #expect(stack.isTransitionRunning)
    #expect(!stack.contains(second))
    #expect(removed.isEmpty && weak.isAlive)
    #expect(gtk_widget_get_can_target(second) == 0)
    #expect(await eventually { !weak.isAlive })
    #expect(removed == [second])
    #expect(stack.pageCount == 1)
    #expect(stack.visiblePage == first)
    window.destroy()
  }

  @Test func `without a transition removed pages go at once`() async {
    let stack = PageStack()
    let pages = (0..<4).map { gtk_label_new("\($0)")! }
    stack.apply(show: pages[3], transition: .none, insert: pages)
    let window = await show(stack.widget)
    let weak = pages.map { WeakReference($0) }
    stack.apply(show: pages[0], transition: .none, remove: Array(pages[1...]))
    #expect(weak.map(\.isAlive) == [true, false, false, false])
    #expect(stack.pageCount == 1)
    window.destroy()
  }

  @Test func `with animations turned off removed pages go at once`() async {
    let settings = gtk_settings_get_default()!
    settings.set("gtk-enable-animations", false)
    defer { settings.set("gtk-enable-animations", true) }
    let stack = PageStack()
    let (first, second) = (gtk_label_new("first")!, gtk_label_new("second")!)
    stack.apply(show: second, transition: .none, insert: [first])
    let window = await show(stack.widget)
    let weak = WeakReference(second)
    stack.apply(show: first, transition: .pop, remove: [second])
    #expect(!stack.isTransitionRunning && !weak.isAlive)
    window.destroy()
  }

  @Test func `pages that never were on the screen go at once`() {
    let stack = PageStack()
    let (first, second) = (gtk_label_new("first")!, gtk_label_new("second")!)
    stack.apply(show: second, transition: .push, insert: [first])
    let weak = WeakReference(second)
    stack.apply(show: first, transition: .pop, remove: [second])
    #expect(!weak.isAlive)
  }

  @Test func `a page leaves when its window is hidden in the middle of the transition`() async {
    let stack = PageStack()
    let (first, second) = (gtk_label_new("first")!, gtk_label_new("second")!)
    stack.transitionDuration = 60_000
    stack.apply(show: second, transition: .none, insert: [first])
    let window = await show(stack.widget)
    let weak = WeakReference(second)
    stack.apply(show: first, transition: .pop, remove: [second])
    #expect(stack.isTransitionRunning)
    gtk_widget_set_visible(window.widget, 0)
    #expect(await eventually { !weak.isAlive })
    window.destroy()
  }

  @Test func `a change in the middle of a transition drops what left before`() async {
    let stack = PageStack()
    stack.transitionDuration = 60_000
    let pages = (0..<3).map { gtk_label_new("\($0)")! }
    let weak = pages.map { WeakReference($0) }
    stack.apply(show: pages[2], transition: .none, insert: pages)
    let window = await show(stack.widget)
    stack.apply(show: pages[1], transition: .pop, remove: [pages[2]])
    #expect(weak[2].isAlive)
    stack.apply(show: pages[0], transition: .pop, remove: [pages[1]])
    #expect(!weak[2].isAlive)
    #expect(weak[1].isAlive)
    stack.apply(show: pages[0], transition: .none)
    #expect(weak[1].isAlive)
    window.destroy()
  }

  @Test func `a page that comes back while it leaves takes input again`() async {
    let stack = PageStack()
    stack.transitionDuration = 60_000
    let (first, second) = (gtk_label_new("first")!, gtk_label_new("second")!)
    stack.apply(show: second, transition: .none, insert: [first])
    let window = await show(stack.widget)
    stack.apply(show: first, transition: .pop, remove: [second])
    stack.apply(show: second, transition: .push)
    #expect(stack.contains(second))
    #expect(gtk_widget_get_can_target(second) != 0)
    gtk_widget_set_visible(window.widget, 0)
    MainLoop.pump()
    #expect(stack.pageCount == 2)
    window.destroy()
  }

  @Test func `replacing all pages is one transition`() async {
    let stack = PageStack()
    let old = (0..<3).map { gtk_label_new("old \($0)")! }
    let new = (0..<3).map { gtk_label_new("new \($0)")! }
    stack.apply(show: old[2], transition: .none, insert: old)
    let window = await show(stack.widget)
    let weak = old.map { WeakReference($0) }
    stack.apply(show: new[2], transition: .replace, insert: new, remove: old)
    #expect(weak.map(\.isAlive) == [false, false, true])
    #expect(stack.isTransitionRunning)
    #expect(await eventually { stack.pageCount == 3 })
    #expect(!weak[2].isAlive)
    window.destroy()
  }

  @Test func `all pages can go`() async {
    let stack = PageStack()
    let page = gtk_label_new("only")!
    stack.apply(show: page, transition: .none)
    let window = await show(stack.widget)
    let weak = WeakReference(page)
    stack.apply(show: nil, transition: .none, remove: [page])
    #expect(!weak.isAlive)
    #expect(stack.visiblePage == nil)
    window.destroy()
  }

  @Test func `a hidden page does not decide the size of the stack`() {
    let stack = PageStack()
    let (small, large) = (gtk_label_new("small")!, gtk_label_new("large")!)
    gtk_widget_set_size_request(large, 900, 900)
    stack.apply(show: small, transition: .none, insert: [large])
    var width: Int32 = 0
    gtk_widget_measure(stack.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    #expect(width < 200)
  }

  @Test func `a page is a group with a name`() {
    let stack = PageStack()
    let page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    stack.apply(show: page, transition: .none)
    stack.setLabel("Items", of: page)
    #expect(gtk_test_accessible_has_role(OpaquePointer(page), GTK_ACCESSIBLE_ROLE_GROUP) != 0)
    #expect(Accessibility.label(of: page) == "Items")
  }

  @Test func `focus comes back to where it was, without scrolling`() async {
    let stack = PageStack()
    let scrolled = gtk_scrolled_window_new()!
    let rows = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let buttons = (0..<100).map { gtk_button_new_with_label("Row \($0)")! }
    for button in buttons { gtk_box_append(rows.cast(), button) }
    gtk_scrolled_window_set_child(OpaquePointer(scrolled), rows)
    stack.apply(show: scrolled, transition: .none)
    let window = await show(stack.widget)
    gtk_widget_grab_focus(buttons[2])
    let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled))!
    #expect(await eventually { gtk_adjustment_get_upper(adjustment) > 2_000 })
    gtk_adjustment_set_value(adjustment, 1_500)
    MainLoop.pump()

    let page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let entry = gtk_button_new_with_label("Detail")!
    gtk_box_append(page.cast(), entry)
    stack.apply(show: page, transition: .push)
    #expect(await eventually { gtk_window_get_focus(window.pointer) == entry })
    #expect(await eventually { !stack.isTransitionRunning })
    stack.apply(show: scrolled, transition: .pop, remove: [page])
    #expect(await eventually { gtk_window_get_focus(window.pointer) == buttons[2] })
    #expect(await eventually { !stack.isTransitionRunning })
    #expect(gtk_adjustment_get_value(adjustment) == 1_500)
    window.destroy()
  }

  @Test func `focus comes back from a button in the title bar`() async {
    let stack = PageStack()
    let header = HeaderBar()
    let back = gtk_button_new_with_label("Back")!
    header.append(atStart: back)
    let first = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let link = gtk_button_new_with_label("Link")!
    gtk_box_append(first.cast(), gtk_button_new_with_label("Other")!)
    gtk_box_append(first.cast(), link)
    let second = gtk_button_new_with_label("Second")!
    stack.apply(show: first, transition: .none)
    let window = ApplicationWindow()
    window.titlebar = header.widget
    window.child = stack.widget
    window.present()
    #expect(await eventually { gtk_widget_get_mapped(stack.widget) != 0 })
    gtk_widget_grab_focus(link)
    stack.apply(show: second, transition: .none)
    gtk_widget_grab_focus(back)
    stack.apply(show: first, transition: .none, remove: [second])
    #expect(await eventually { gtk_window_get_focus(window.pointer) == link })
    window.destroy()
  }

  @Test(arguments: [false, true])
  func `what comes into an empty page gets the focus, unless the user is elsewhere`(
    isSearching: Bool
  ) async {
    let stack = PageStack()
    let header = HeaderBar()
    let search = gtk_entry_new()!
    header.append(atStart: gtk_button_new_with_label("Back")!)
    header.append(atEnd: search)
    let page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(page.cast(), gtk_label_new("Loading")!)
    stack.apply(show: page, transition: .none)
    let window = ApplicationWindow()
    window.titlebar = header.widget
    window.child = stack.widget
    window.present()
    #expect(await eventually { gtk_widget_get_height(page) > 0 })
    if isSearching { gtk_widget_grab_focus(search) }
    let field = gtk_window_get_focus(window.pointer)
    let (first, second) = (gtk_button_new_with_label("First")!, gtk_button_new_with_label("Last")!)
    gtk_box_append(page.cast(), first)
    gtk_box_append(page.cast(), second)
    #expect(await eventually { gtk_widget_get_height(second) > 0 })
    if isSearching {
      for _ in 0..<5 { MainLoop.pump() }
      #expect(gtk_window_get_focus(window.pointer) == field)
    } else {
      #expect(await eventually { gtk_window_get_focus(window.pointer) == first })
      // Once: the user may go back to the title bar.
      gtk_window_set_focus(window.pointer, nil)
      gtk_box_append(page.cast(), gtk_button_new_with_label("Another")!)
      #expect(await eventually { gtk_widget_get_height(gtk_widget_get_last_child(page)) > 0 })
      #expect(gtk_window_get_focus(window.pointer) == nil)
    }
    window.destroy()
  }

  @Test func `a page that is left before a frame never has the focus`() async {
    let stack = PageStack()
    let first = gtk_button_new_with_label("First")!
    let second = gtk_button_new_with_label("Second")!
    stack.apply(show: first, transition: .none)
    let window = await show(stack.widget)
    #expect(await eventually { gtk_window_get_focus(window.pointer) == first })
    var focused: [WidgetPointer?] = []
    Signal.connect(window.pointer, notify: "focus-widget") { [window = window.pointer] in
      focused.append(gtk_window_get_focus(window))
    }
    stack.apply(show: second, transition: .none)
    stack.apply(show: first, transition: .none, remove: [second])
    #expect(await eventually { gtk_window_get_focus(window.pointer) == first })
    #expect(focused == [nil, first])
    window.destroy()
  }

  @Test func `a leaving page has no focus`() async {
    let stack = PageStack()
    let first = gtk_label_new("nothing to focus")!
    let second = gtk_button_new_with_label("Second")!
    stack.apply(show: second, transition: .none, insert: [first])
    let window = await show(stack.widget)
    gtk_widget_grab_focus(second)
    stack.transitionDuration = 60_000
    stack.apply(show: first, transition: .pop, remove: [second])
    #expect(stack.isTransitionRunning)
    #expect(gtk_window_get_focus(window.pointer) != second)
    window.destroy()
  }

  @Test func `nothing of a stack is left when it goes in the middle of a transition`() async {
    let handlers = Signal.liveHandlers
    var weak: [WeakReference] = []
    do {
      let stack = PageStack()
      let (first, second) = (gtk_label_new("first")!, gtk_label_new("second")!)
      stack.apply(show: second, transition: .none, insert: [first])
      let window = await show(stack.widget)
      stack.apply(show: first, transition: .pop, remove: [second])
      weak = [first, second, stack.widget, window.widget].map { WeakReference($0) }
    }
    #expect(await eventually { !weak.contains(where: \.isAlive) })
    #expect(Signal.liveHandlers <= handlers)
  }

  /// Where a widget begins, in pixels to the right of the stack's edge; `nil` if it is not shown.
  private func left(of widget: WidgetPointer, in stack: PageStack) -> Double? {
    var x = 0.0
    guard gtk_widget_get_mapped(widget) != 0,
      gtk_widget_translate_coordinates(widget, stack.widget, 0, 0, &x, nil) != 0
    else { return nil }
    return x
  }

  /// Where the image of the moved page begins; `nil` if there is none.
  private func leftOfImage(in stack: PageStack) -> Double? {
    stack.widget.movedPageImage.flatMap { left(of: $0, in: stack) }
  }

  private func stackOfTwo() -> (stack: PageStack, below: WidgetPointer, top: WidgetPointer) {
    let stack = PageStack()
    let (below, top) = (gtk_label_new("below")!, gtk_label_new("top")!)
    stack.apply(show: top, transition: .none, insert: [below])
    return (stack, below, top)
  }

  @Test func `a pushed page comes over the edge where lines end, a popped one leaves over it`()
    async
  {
    for (direction, end) in [(GTK_TEXT_DIR_LTR, 1.0), (GTK_TEXT_DIR_RTL, -1.0)] {
      gtk_widget_set_default_direction(direction)
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      let (stack, below, _) = stackOfTwo()
      let window = await show(stack.widget)
      stack.transitionDuration = 60_000
      stack.apply(show: below, transition: .pop)
      #expect(await eventually { left(of: below, in: stack) ?? 0 != 0 })
      let place = left(of: below, in: stack) ?? 0
      #expect(place * end < 0)
      #expect(abs(place) <= Double(gtk_widget_get_width(stack.widget)))
      window.destroy()
    }
  }

  @Test func `an image of the page moves, above the page below, which takes no input`() async {
    let (stack, below, top) = stackOfTwo()
    let window = await show(stack.widget)
    let width = Double(gtk_widget_get_width(stack.widget))
    #expect(stack.swipe(to: below, progress: 0.25))
    #expect(await eventually { leftOfImage(in: stack) == (width / 4).rounded() })
    #expect(left(of: below, in: stack) == 0 && left(of: top, in: stack) == nil)
    #expect(gtk_widget_get_can_target(below) == 0 && gtk_widget_get_can_focus(below) == 0)
    #expect(stack.visiblePage == top && !stack.isTransitionRunning)
    #expect(PageStack.isMoving(below) && PageStack.isMoving(top))
    stack.endSwipe()
    #expect(await eventually { left(of: top, in: stack) == 0 })
    #expect(left(of: below, in: stack) == nil && leftOfImage(in: stack) == nil)
    #expect(gtk_widget_get_can_target(below) != 0 && gtk_widget_get_can_focus(below) != 0)
    #expect(!PageStack.isMoving(top))
    window.destroy()
  }

  @Test func `where text runs from right to left, the image moves to the left`() async {
    gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
    defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
    let (stack, below, _) = stackOfTwo()
    let window = await show(stack.widget)
    let width = Double(gtk_widget_get_width(stack.widget))
    #expect(stack.swipe(to: below, progress: 0.25))
    #expect(await eventually { leftOfImage(in: stack) == -(width / 4).rounded() })
    window.destroy()
  }

  @Test func `the image shows what the page showed`() async throws {
    let (stack, below, top) = stackOfTwo()
    let window = await show(stack.widget)
    let size = (gtk_widget_get_width(top), gtk_widget_get_height(top))
    #expect(await eventually { imageSize(of: top).0 == size.0 })
    #expect(stack.swipe(to: below, progress: 0.5))
    let picture = try #require(stack.widget.movedPageImage)
    let paintable = try #require(gtk_picture_get_paintable(OpaquePointer(picture)))
    #expect(gdk_paintable_get_intrinsic_width(paintable) == size.0)
    #expect(gdk_paintable_get_intrinsic_height(paintable) == size.1)
    #expect(await eventually { gtk_widget_get_width(picture) == size.0 })
    window.destroy()
  }

  private func imageSize(of widget: WidgetPointer) -> (Int32, Int32) {
    let paintable = ObjectReference(owning: gtk_widget_paintable_new(widget))
    return withExtendedLifetime(paintable) {
      (
        gdk_paintable_get_intrinsic_width(paintable.opaque),
        gdk_paintable_get_intrinsic_height(paintable.opaque)
      )
    }
  }

  @Test func `a pop goes on from where the page has been moved`() async {
    let (stack, below, top) = stackOfTwo()
    let window = await show(stack.widget)
    let width = Double(gtk_widget_get_width(stack.widget))
    stack.transitionDuration = 60_000
    #expect(stack.swipe(to: below, progress: 0.5))
    stack.endSwipe()
    stack.apply(show: below, transition: .pop, remove: [top])
    #expect(stack.isTransitionRunning && stack.visiblePage == below)
    #expect(gtk_widget_get_can_target(below) != 0)
    #expect(stack.pageCount == 1)
    #expect(await eventually { leftOfImage(in: stack) ?? 0 > (width / 2).rounded() })
    #expect(PageStack.isMoving(below))
    window.destroy()
  }

  @Test func `an image that has left is gone, and what it left is at rest`() async {
    let (stack, below, top) = stackOfTwo()
    let window = await show(stack.widget)
    var notifications = 0
    Signal.connect(PageStack.stacks(around: below)[0], notify: "transition-running") {
      notifications += 1
    }
    #expect(stack.swipe(to: below, progress: 0.5))
    #expect(notifications == 1)
    stack.apply(show: below, transition: .pop, remove: [top])
    #expect(await eventually { leftOfImage(in: stack) == nil })
    #expect(!stack.isTransitionRunning && !PageStack.isMoving(below))
    #expect(notifications == 2)
    window.destroy()
  }

  @Test func `a page that is moved away and then covered is covered in its place`() async {
    let (stack, below, top) = stackOfTwo()
    let new = gtk_label_new("new")!
    let window = await show(stack.widget)
    stack.transitionDuration = 60_000
    #expect(stack.swipe(to: below, progress: 0.5))
    stack.apply(show: new, transition: .push)
    #expect(leftOfImage(in: stack) == nil)
    #expect(await eventually { left(of: top, in: stack) ?? 1 <= 0 })
    #expect(left(of: below, in: stack) == nil)
    #expect(gtk_widget_get_can_target(below) != 0)
    #expect(!stack.swipe(to: below, progress: 0.5))
    window.destroy()
  }

  @Test func `the page that comes into sight may go, and the one that is moved may`() async {
    for removesTop in [true, false] {
      let (stack, below, top) = stackOfTwo()
      let window = await show(stack.widget)
      #expect(stack.swipe(to: below, progress: 0.5))
      let weak = WeakReference(removesTop ? top : below)
      stack.apply(
        show: removesTop ? below : top,
        transition: .none,
        remove: [removesTop ? top : below]
      )
      #expect(!weak.isAlive)
      #expect(await eventually { left(of: removesTop ? below : top, in: stack) == 0 })
      stack.endSwipe()
      #expect(stack.pageCount == 1 && leftOfImage(in: stack) == nil)
      window.destroy()
    }
  }

  @Test func `the focus returns with a page that was moved and not taken away`() async {
    let (stack, below) = (PageStack(), gtk_button_new_with_label("below")!)
    let top = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    let buttons = (0..<2).map { gtk_button_new_with_label("\($0)")! }
    for button in buttons { gtk_box_append(top.cast(), button) }
    stack.apply(show: top, transition: .none, insert: [below])
    let window = await show(stack.widget)
    gtk_widget_grab_focus(buttons[1])
    #expect(stack.swipe(to: below, progress: 0.5))
    #expect(gtk_window_get_focus(window.pointer) != below)
    stack.endSwipe()
    #expect(await eventually { gtk_window_get_focus(window.pointer) == buttons[1] })
    window.destroy()
  }

  @Test func `pages that fade stay in their places`() async {
    let (stack, below, top) = stackOfTwo()
    let window = await show(stack.widget)
    stack.transitionDuration = 60_000
    stack.apply(show: below, transition: .replace)
    for _ in 0..<3 { MainLoop.pump() }
    #expect(await eventually { left(of: below, in: stack) == 0 })
    #expect(left(of: top, in: stack) ?? 0 == 0)
    window.destroy()
  }

  @Test func `pages do not follow fingers off the screen, to themselves or without animations`()
    async
  {
    let (stack, below, top) = stackOfTwo()
    #expect(!stack.swipe(to: below, progress: 0.5))
    let window = await show(stack.widget)
    #expect(!stack.swipe(to: top, progress: 0.5))
    #expect(!stack.swipe(to: gtk_label_new("stranger"), progress: 0.5))
    DesktopSettings.areAnimationsEnabled = false
    defer { DesktopSettings.areAnimationsEnabled = true }
    #expect(!stack.swipe(to: below, progress: 0.5))
    window.destroy()
  }

  @Test func `a page that is moved is in its place when its window is hidden meanwhile`() async {
    let (stack, below, top) = stackOfTwo()
    let window = await show(stack.widget)
    #expect(stack.swipe(to: below, progress: 0.5))
    gtk_widget_set_visible(window.widget, 0)
    #expect(leftOfImage(in: stack) == nil)
    #expect(gtk_widget_get_can_target(below) != 0)
    gtk_widget_set_visible(window.widget, 1)
    #expect(await eventually { left(of: top, in: stack) == 0 })
    window.destroy()
  }

  @Test
  func
    `a stack that goes in the middle of a transition is gone, also with the focus on what leaves`()
    async
  {
    let weak: WeakReference
    do {
      let (stack, below) = (PageStack(), gtk_label_new("below")!)
      let top = gtk_button_new_with_label("top")!
      weak = WeakReference(stack.widget)
      stack.apply(show: top, transition: .none, insert: [below])
      let window = await show(stack.widget)
      stack.transitionDuration = 60_000
      stack.apply(show: below, transition: .pop)
      #expect(stack.isTransitionRunning)
      gtk_widget_grab_focus(top)
      window.child = nil
      #expect(!stack.isTransitionRunning)
      window.destroy()
    }
    #expect(await eventually { !weak.isAlive })
  }

  @Test func `a stack that goes while a page is moved is gone with the image`() async {
    var weak: [WeakReference] = []
    do {
      let (stack, below, top) = stackOfTwo()
      let window = await show(stack.widget)
      #expect(stack.swipe(to: below, progress: 0.5))
      weak = [stack.widget, below, top, stack.widget.movedPageImage!].map { WeakReference($0) }
      window.destroy()
    }
    #expect(await eventually { !weak.contains(where: \.isAlive) })
  }
}
