import GtkKit

extension View {
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
  ) -> AnyView {
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
  ) -> AnyView {
    fullScreenCover(item: isPresented.item, onDismiss: onDismiss) { _ in content() }
  }
}

private final class CoverPresenter<Item, Content: View>: Presenter {
  static var needsAnchor: Bool { false }
  static var covers: CoveredViews { .window }

  private let context: PresentationContext
  private let window = ApplicationWindow()
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
