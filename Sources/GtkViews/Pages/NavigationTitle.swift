import GtkKit

extension View {
  /// Sets the title of the page that contains this view.
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    PageView(content: self, contribution: PageContribution(title: String(title)))
  }

  /// Sets the line below the title of the page that contains this view.
  public func navigationSubtitle(_ subtitle: some StringProtocol) -> some View {
    PageView(content: self, contribution: PageContribution(subtitle: String(subtitle)))
  }
}

private struct PageView<Content: View>: PrimitiveView {
  let content: Content
  let contribution: PageContribution

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { PageNode(self, context) }
}

private final class PageNode<Content: View>: ForwardingNode<PageView<Content>, Content> {
  private var page = PagePart()

  init(_ view: PageView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    contribute()
  }

  deinit {}

  private func contribute() {
    page.contribute(view.contribution, of: self)
  }

  override func update(_ view: PageView<Content>) {
    let old = self.view.contribution
    super.update(view)
    if old.title != view.contribution.title || old.subtitle != view.contribution.subtitle {
      contribute()
    }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    if page.withdrawFromFormerPage(self) { contribute() }
  }

  override func destroy() {
    guard !isDestroyed else { return }
    page.withdraw(self)
    super.destroy()
  }
}
