/// What stays of the views that a list takes apart although they have a body of their own: their state, and what the bodies
/// have read.
final class RowBodies {
  private let onChange: () -> Void
  private var nodes: [[AnyHashable]: Node] = [:]
  /// The nodes of the last time, as far as their views have not come up yet.
  private var unclaimed: [[AnyHashable]: Node] = [:]

  /// Where the views live, while a plan is made: what it refers to has these bodies.
  private var context = NodeContext(parent: nil, environment: EnvironmentValues())

  /// - Parameter onChange: called when one of the bodies would be another one now.
  init(onChange: @escaping () -> Void = {}) {
    self.onChange = onChange
  }

  deinit {}

  /// Makes a plan in which these bodies stand. Views that are not in it any more lose their state.
  func plan(
    in context: NodeContext = NodeContext(parent: nil, environment: EnvironmentValues()),
    _ make: (inout RowPlan) -> Void
  ) -> RowPlan {
    let outer = self.context
    self.context = context
    defer { self.context = outer }
    unclaimed = nodes
    nodes = [:]
    var plan = RowPlan(bodies: self)
    make(&plan)
    for node in unclaimed.values { node.destroy() }
    unclaimed = [:]
    return plan
  }

  func body<Content: View>(of view: Content, at path: [AnyHashable]) -> Content.Body {
    let old = unclaimed[path] as? RowBody<Content>
    if old != nil { unclaimed[path] = nil }
    let node = old ?? RowBody(view, context, onChange: onChange)
    nodes[path] = node
    return node.body(of: view)
  }

  func forEach(_ visit: (Node) -> Void) {
    for node in nodes.values { visit(node) }
  }
}

private final class RowBody<Content: View>: ViewNode<Content> {
  private let fields = ViewFields.of(Content.self)
  private var storage: [AnyObject?]
  private let onChange: () -> Void

  init(_ view: Content, _ context: NodeContext, onChange: @escaping () -> Void) {
    storage = Array(repeating: nil, count: fields.dynamic.count)
    self.onChange = onChange
    super.init(view, context)
  }

  deinit {}

  func body(of view: Content) -> Content.Body {
    update(view)
    fields.connect(&self.view, to: self, storage: &storage)
    return tracked { self.view.body }
  }

  override func reevaluate() { onChange() }

  override func environmentDidChange() {
    super.environmentDidChange()
    if fields.readsEnvironment { onChange() }
  }
}
