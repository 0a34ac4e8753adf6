import Foundation
import GtkKit

extension View {
  /// Performs an action for each link and file that the program is opened with.
  ///
  /// They reach all views with this modifier in one window: of the windows that have such views,
  /// the one that was used last. If no window is open, the first scene of the ``App`` opens one.
  /// The desktop starts the program for links if its desktop file says so. A program with an
  /// `Application` of its own passes them with ``ViewWindow/open(_:)``. What no view takes is
  /// reported.
  ///
  /// A link comes from others: check every part of it.
  ///
  /// - Parameter action: Called with the link. A file has a link with the scheme `file`.
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    OpenURLView(content: self, action: action)
  }
}

private struct OpenURLView<Content: View>: PrimitiveView {
  let content: Content
  let action: (URL) -> Void

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { OpenURLNode(self, context) }
}

private final class OpenURLNode<Content: View>: ForwardingNode<OpenURLView<Content>, Content> {
  private var window: WindowContext?

  init(_ view: OpenURLView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    register()
  }

  deinit {}

  private func register() {
    guard window !== environment.windowContext else { return }
    window?.setURLAction(nil, of: self)
    window = environment.windowContext
    window?.setURLAction({ [weak self] in self?.perform($0) }, of: self)
  }

  private func perform(_ url: URL) {
    if !isInert { view.action(url) }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    register()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    window?.setURLAction(nil, of: self)
    super.destroy()
  }
}
