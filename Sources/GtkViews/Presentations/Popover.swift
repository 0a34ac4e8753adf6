import GtkKit

extension View {
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
  ) -> AnyView {
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
  ) -> AnyView {
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
