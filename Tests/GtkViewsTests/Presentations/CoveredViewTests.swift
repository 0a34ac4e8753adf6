import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

@Observable
private final class Model {
  var isPresented = false
  var isShown = false
  var clicks = 0

  deinit {}
}

/// Presents a condition by saying so.
private final class QuietPresenter: Presenter {
  static var needsAnchor: Bool { false }
  static var covers: CoveredViews { .window }

  init(_ context: PresentationContext) {}

  deinit {}

  func show(_ item: Presence, _ model: Model) { model.isShown = true }
  func close() {}
  func environmentDidChange() {}
}

private struct Clicked: PrimitiveView {
  let model: Model

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ClickedNode(self, context) }
}

private final class ClickedNode: WidgetNode<Clicked> {
  static var latest: ClickedNode?

  init(_ view: Clicked, _ context: NodeContext) {
    super.init(view, context, widget: gtk_button_new())
    onSignal("clicked") { [unowned self] in self.view.model.clicks += 1 }
    Self.latest = self
  }

  deinit {}
}

extension ViewTests {
  @Test func `views that a presentation covers ignore input from the moment the state has it`()
    async throws
  {
    let model = Model()
    let binding = Binding(get: { model.isPresented }, set: { model.isPresented = $0 })
    let window = ViewWindow("Main", width: 400, height: 300) {
      Clicked(model: model)
        .presents(
          QuietPresenter.self,
          item: binding.item,
          id: { AnyHashable($0.id) },
          configuration: model
        )
    }
    window.present()
    defer {
      window.destroy()
      ClickedNode.latest = nil
    }
    let node = try #require(ClickedNode.latest)
    #expect(await eventually { FirstFrame.isDrawn(window.window.pointer) })
    node.widget.click()
    #expect(model.clicks == 1 && !node.ignoresInput)
    model.isPresented = true
    node.widget.click()
    #expect(model.clicks == 1 && node.ignoresInput && !model.isShown)
    updateViewsNow()
    #expect(model.isShown && node.ignoresInput && !node.isInert)
    model.isPresented = false
    node.widget.click()
    #expect(model.clicks == 2)
  }
}
