/// The node of a view that has a body.
@usableFromInline
final class CompositeNode<Content: View>: ViewNode<Content> {
  @usableFromInline var child: ViewNode<Content.Body>?
  @usableFromInline let fields: ViewFields
  @usableFromInline var storage: [AnyObject?]
  @usableFromInline var isReused = false

  // Inlinable, so that the body is evaluated by code specialized for its type.
  @inlinable
  override init(_ view: Content, _ context: NodeContext) {
    fields = ViewFields.of(Content.self)
    storage = fields.emptyStorage
    super.init(view, context)
    if !storage.isEmpty { connectFields() }
    child = Content.Body._makeNode(evaluateBody(), childContext)
  }

  deinit {}

  override func update(_ view: Content) {
    // An equal view with the same state has the same body, and what that body read is still
    // observed.
    if !isReused, fields.areIdentical(self.view, view) { return }
    isReused = false
    super.update(view)
    connectFields()
    child?.update(evaluateBody())
  }

  override func reevaluate() {
    child?.update(evaluateBody())
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    isReused = true
    storage = fields.emptyStorage
  }

  @usableFromInline
  func connectFields() {
    fields.connect(&view, to: self, storage: &storage)
  }

  @inlinable
  func evaluateBody() -> Content.Body {
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
