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

private protocol TitleNode: Node {
  var contribution: PageContribution { get }
}

private final class PageNode<Content: View>: ForwardingNode<PageView<Content>, Content>, TitleNode {
  private var page = PagePart()

  init(_ view: PageView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    contribute()
    reportOtherTitles()
  }

  deinit {}

  var contribution: PageContribution { view.contribution }

  private func contribute() {
    page.contribute(view.contribution, of: self)
  }

  private func reportOtherTitles() {
    for case let inner as any TitleNode in modifiedNodes {
      for (name, title) in [
        ("navigationTitle", \PageContribution.title), ("navigationSubtitle", \.subtitle),
      ] {
        guard let outer = contribution[keyPath: title],
          let hidden = inner.contribution[keyPath: title],
          outer != hidden
        else { continue }
        reportRepeatedModifier(name, "The page shows “\(outer)”, and not “\(hidden)”.")
      }
    }
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
