import GtkKit

extension View {
  /// Shows a sheet, a dialog over this view's window, while there is an item.
  ///
  /// When the user closes the sheet, `nil` is written to the binding. The sheet closes when the
  /// item is gone. An item with another id gets a new sheet.
  ///
  /// - Parameters:
  ///   - item: The item of the sheet.
  ///   - onDismiss: Called after the sheet has closed.
  ///   - content: Makes the views for an item. Their title and toolbar items appear in the sheet's
  ///     header bar.
  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    presents(
      SheetPresenter<Item, Content>.self,
      item: item,
      id: { AnyHashable($0.id) },
      configuration: content,
      onDismiss: onDismiss
    )
  }

  /// Shows a sheet, a dialog over this view's window, while a condition is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the sheet is shown. `false` is written when the user closes it.
  ///   - onDismiss: Called after the sheet has closed.
  ///   - content: The views.
  public func sheet<Content: View>(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    sheet(item: isPresented.item, onDismiss: onDismiss) { _ in content() }
  }

  /// Shows a full-screen window while there is an item. Escape asks to close it, as the user
  /// closing the window does.
  ///
  /// - Parameters:
  ///   - item: The item of the cover.
  ///   - onDismiss: Called after the cover has closed.
  ///   - content: Makes the views for an item.
  public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    presents(
      CoverPresenter<Item, Content>.self,
      item: item,
      id: { AnyHashable($0.id) },
      configuration: content,
      onDismiss: onDismiss
    )
  }

  /// Shows a full-screen window while a condition is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the cover is shown. `false` is written when the user closes it.
  ///   - onDismiss: Called after the cover has closed.
  ///   - content: The views.
  public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    fullScreenCover(item: isPresented.item, onDismiss: onDismiss) { _ in content() }
  }

  /// Shows a popover that points at this view while there is an item.
  ///
  /// - Parameters:
  ///   - item: The item of the popover.
  ///   - arrowEdge: The side of this view on which the popover appears.
  ///   - content: Makes the views for an item.
  public func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>,
    arrowEdge: PopoverEdge = .bottom,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    presents(
      PopoverPresenter<Item, Content>.self,
      item: item,
      id: { AnyHashable($0.id) },
      configuration: PopoverConfiguration(edge: arrowEdge, content: content)
    )
  }

  /// Shows a popover that points at this view while a condition is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the popover is shown. `false` is written when the user closes it.
  ///   - arrowEdge: The side of this view on which the popover appears.
  ///   - content: The views.
  public func popover<Content: View>(
    isPresented: Binding<Bool>,
    arrowEdge: PopoverEdge = .bottom,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    popover(item: isPresented.item, arrowEdge: arrowEdge) { _ in content() }
  }
}

/// The side of a view on which a popover appears.
public enum PopoverEdge: Equatable, Sendable {
  case top
  case bottom
  case leading
  case trailing

  var position: GtkPositionType {
    switch self {
    case .top: GTK_POS_TOP
    case .bottom: GTK_POS_BOTTOM
    case .leading: GTK_POS_LEFT
    case .trailing: GTK_POS_RIGHT
    }
  }
}

/// The item of a presentation that is shown by a condition.
package struct Presence: Identifiable {
  package var id: Bool { true }
}

extension Binding<Bool> {
  /// A binding to an item, which is `nil` while the condition is false.
  package var item: Binding<Presence?> {
    Binding<Presence?>(
      get: { wrappedValue ? Presence() : nil },
      set: { wrappedValue = $0 != nil }
    )
  }
}

/// The views of a presentation. They have a page of their own.
final class PresentedContent<Item, Content: View> {
  let page = PageContext()
  let dismissGuard = DismissGuard()

  private let context: PresentationContext
  private let window: PresentingWindow?
  private var host: ViewHost<LazyView<Content>>?

  /// - Parameters:
  ///   - context: The context of the presenting view.
  ///   - window: The window that shows the views, if it is not the presenting view's window.
  init(_ context: PresentationContext, window: PresentingWindow? = nil) {
    self.context = context
    self.window = window
  }

  deinit {}

  private var environment: EnvironmentValues {
    var environment = context.environment
    environment.pageContext = page
    environment.dismissGuard = dismissGuard
    if let window { environment.presentingWindow = window }
    return environment
  }

  /// Shows an item. The first call returns the widget, later calls return `nil`.
  func show(_ item: Item, _ content: @escaping (Item) -> Content) -> WidgetPointer? {
    let view = LazyView { content(item) }
    if let host {
      host.update(view)
      return nil
    }
    let host = ViewHost(view, environment: environment, parent: context.parent)
    self.host = host
    return host.widget
  }

  func environmentDidChange() {
    host?.setEnvironment(environment)
  }

  func freeze() {
    host?.freeze()
  }

  func destroy() {
    host?.destroy()
    host = nil
  }
}

private final class SheetPresenter<Item, Content: View>: Presenter {
  static var needsAnchor: Bool { false }

  private let context: PresentationContext
  private let sheet = Sheet()
  private let content: PresentedContent<Item, Content>
  private var header: PageHeaderBar?

  init(_ context: PresentationContext) {
    self.context = context
    content = PresentedContent(context, window: PresentingWindow(sheet.pointer))
    sheet.onCloseRequest = { [unowned self] in
      if content.dismissGuard.allowsDismissal { context.dismiss() }
    }
  }

  deinit {}

  /// The width of the parent window, or its default width while it has no size: a deep link opens
  /// both at once.
  private var parentWidth: Int? {
    guard let window = context.window else { return nil }
    var (defaultWidth, defaultHeight) = (Int32(0), Int32(0))
    gtk_window_get_default_size(window, &defaultWidth, &defaultHeight)
    let width = max(defaultWidth, gtk_widget_get_allocated_width(window.cast()))
    return width > 1 ? Int(width) : nil
  }

  func show(_ item: Item, _ configuration: @escaping (Item) -> Content) {
    guard let widget = content.show(item, configuration) else { return }
    let header = PageHeaderBar(page: content.page, hidesControlsForActions: true) {
      [unowned self] title in
      sheet.title = title
    }
    self.header = header
    sheet.titlebar = header.widget
    sheet.child = widget
    // Not wider than the parent window, which may be on a phone's screen.
    sheet.defaultSize = (width: min(480, parentWidth ?? 480), height: -1)
    sheet.present(over: context.window)
  }

  func environmentDidChange() {
    content.environmentDidChange()
  }

  func close() {
    // First, because this closes nested dialogs together with the views that present them.
    content.destroy()
    header?.destroy()
    sheet.destroy()
  }
}

private final class CoverPresenter<Item, Content: View>: Presenter {
  static var needsAnchor: Bool { false }

  private let context: PresentationContext
  private let window = Window()
  private let content: PresentedContent<Item, Content>
  private let signals = SignalHandlers()
  private var header: PageHeaderBar?

  init(_ context: PresentationContext) {
    self.context = context
    content = PresentedContent(context, window: PresentingWindow(window.pointer))
    window.onCloseRequest = { [unowned self] in requestClose() }
    let escape = EventController.key(on: window.widget) { [unowned self] symbol, _ in
      guard symbol == guint(GDK_KEY_Escape) else { return false }
      requestClose()
      return true
    }
    signals.keep(escape)
  }

  deinit {}

  private func requestClose() {
    if content.dismissGuard.allowsDismissal { context.dismiss() }
  }

  func show(_ item: Item, _ configuration: @escaping (Item) -> Content) {
    guard let widget = content.show(item, configuration) else { return }
    // A full-screen window hides its title bar, so the page's header bar is inside the window.
    let header = PageHeaderBar(page: content.page) { [unowned self] in window.title = $0 }
    header.headerBar.showsWindowControls = false
    self.header = header
    let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(column.cast(), header.widget)
    gtk_widget_set_vexpand(widget, 1)
    gtk_box_append(column.cast(), widget)
    window.child = column
    window.transientParent = context.window
    window.isModal = true
    window.isFullscreen = true
    window.present()
  }

  func environmentDidChange() {
    content.environmentDidChange()
  }

  func close() {
    content.destroy()
    header?.destroy()
    signals.disconnectAll()
    window.destroy()
  }
}

private struct PopoverConfiguration<Item, Content: View> {
  let edge: PopoverEdge
  let content: (Item) -> Content
}

private final class PopoverPresenter<Item, Content: View>: Presenter {
  static var needsAnchor: Bool { true }

  private let context: PresentationContext
  private let content: PresentedContent<Item, Content>
  private var popover: Popover?

  init(_ context: PresentationContext) {
    self.context = context
    content = PresentedContent(context)
  }

  deinit {}

  func show(_ item: Item, _ configuration: PopoverConfiguration<Item, Content>) {
    guard let widget = content.show(item, configuration.content), let anchor = context.anchor
    else { return }
    let popover = Popover(parent: anchor)
    self.popover = popover
    popover.position = configuration.edge.position
    popover.child = widget
    popover.onClosed = { [weak self] in self?.closedByUser() }
    popover.popup()
  }

  /// GTK has already closed the popover. It is shown again if the owner of the state keeps the
  /// item.
  private func closedByUser() {
    if content.dismissGuard.allowsDismissal, context.dismiss() { return }
    UpdateScheduler.shared.afterUpdate { [weak self] in self?.popover?.popup() }
  }

  func environmentDidChange() {
    content.environmentDidChange()
  }

  func close() {
    guard let popover else { return }
    self.popover = nil
    popover.remove()
    content.destroy()
  }
}
