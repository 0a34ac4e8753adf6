/// The node of a view that has a body.
final class CompositeNode<Content: View>: ViewNode<Content> {
  private var child: ViewNode<Content.Body>?
  private let fields: ViewFields
  private var storage: [AnyObject?]
  private var isReused = false

  override init(_ view: Content, _ context: NodeContext) {
    fields = ViewFields.of(Content.self)
    storage = Array(repeating: nil, count: fields.dynamic.count)
    super.init(view, context)
    fields.connect(&self.view, to: self, storage: &storage)
    child = Content.Body._makeNode(evaluateBody(), childContext)
  }

  deinit {}

  override func update(_ view: Content) {
    // The same value with the same state gives the same body: what it read is watched as before.
    if !isReused, fields.areIdentical(self.view, view) { return }
    isReused = false
    super.update(view)
    fields.connect(&self.view, to: self, storage: &storage)
    child?.update(evaluateBody())
  }

  override func reevaluate() {
    child?.update(evaluateBody())
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    isReused = true
    storage = Array(repeating: nil, count: fields.dynamic.count)
  }

  private func evaluateBody() -> Content.Body {
    tracked { view.body }
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    if let child { visit(child) }
  }

  override func environmentDidChange() {
    if fields.readsEnvironment { reevaluate() }
    super.environmentDidChange()
  }
}
