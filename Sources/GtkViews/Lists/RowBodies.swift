/// Keeps the state of custom views that a list splits into rows, and observes what their bodies
/// read.
final class RowBodies {
  private let onChange: () -> Void
  private var nodes: [[AnyHashable]: Node] = [:]
  /// The nodes of the previous plan whose views have not appeared in the current one yet.
  private var unclaimed: [[AnyHashable]: Node] = [:]

  /// The context of the views while a plan is made.
  private var context = NodeContext(parent: nil, environment: EnvironmentValues())

  /// - Parameter onChange: Called when something has changed that one of the bodies has read.
  init(onChange: @escaping () -> Void = {}) {
    self.onChange = onChange
  }

  deinit {}

  /// Makes a plan, evaluating bodies with these nodes. Views that are no longer in the plan lose
  /// their state.
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
