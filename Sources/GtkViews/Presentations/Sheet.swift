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
  ) -> AnyView {
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
  ) -> AnyView {
    sheet(item: isPresented.item, onDismiss: onDismiss) { _ in content() }
  }
}

private final class SheetPresenter<Item, Content: View>: Presenter {
  static var needsAnchor: Bool { false }
  static var covers: CoveredViews { .window }

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
