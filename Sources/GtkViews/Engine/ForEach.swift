import IssueReporting

/// A view for each element of a collection.
///
/// Elements are identified by their ids: an element that moves keeps its node, its state and its
/// widgets; an element that is removed loses them. An update takes O(number of elements).
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
  @usableFromInline let data: Data
  @usableFromInline let id: (Data.Element) -> ID
  /// The key path to the id; `nil` if the type of the elements defines their id.
  private let idPath: AnyKeyPath?
  @usableFromInline let content: (Data.Element) -> Content
  /// Makes the node. The default comes from the inlinable initializers, so rows are made by code
  /// specialized for their types.
  private let node: (Self, NodeContext) -> ViewNode<Self>
  var actions = RowActions()

  @usableFromInline
  init(
    data: Data,
    id: @escaping (Data.Element) -> ID,
    idPath: AnyKeyPath? = nil,
    content: @escaping (Data.Element) -> Content,
    node: @escaping (Self, NodeContext) -> ViewNode<Self> = { ForEachNode($0, $1) }
  ) {
    self.data = shownElements(of: data)
    self.id = id
    self.idPath = idPath
    self.content = content
    self.node = node
  }

  /// - Parameters:
  ///   - data: The elements.
  ///   - id: The key path to the id of an element. Ids must be unique: if two elements have the
  ///     same id, only the first is shown and the other is reported as an issue.
  ///   - content: Makes the view for an element.
  @inlinable
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    // A key path of the element's own type at offset 0 can only be `\.self`, so it need not be
    // evaluated.
    let isSelf = ID.self == Data.Element.self && MemoryLayout<Data.Element>.offset(of: id) == 0
    self.init(
      data: data,
      id: isSelf ? { unsafeBitCast($0, to: ID.self) } : { $0[keyPath: id] },
      idPath: id,
      content: content
    )
  }

  /// - Parameters:
  ///   - data: The elements, each with a unique id. A binding to a collection gives each view a
  ///     binding to its element: `ForEach($lines) { $line in … }`.
  ///   - content: Makes the view for an element.
  @inlinable
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data: data, id: { $0.id }, content: content)
  }

  /// - Parameters:
  ///   - data: A range of numbers.
  ///   - content: Makes the view for a number.
  @inlinable
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content)
  where Data == Range<Int>, ID == Int {
    self.init(data: data, id: { $0 }, content: content)
  }

  public func makeNode(_ context: NodeContext) -> ViewNode<Self> { node(self, context) }

  /// Returns whether both have the same elements and the same closure. Then they have the same
  /// rows, and each row observes what it has read. Two closures are recognized as the same only if
  /// they capture nothing but one object, such as the store of a view.
  fileprivate func isIdentical(to other: Self) -> Bool {
    idPath === other.idPath && haveSameBits(data, other.data)
      && haveSameBits(content, other.content)
  }
}

/// Reports that two elements have the same id.
@usableFromInline
func reportDuplicate(_ id: some Hashable, in view: String) {
  reportIssue(
    """
    \(view) got more than one element with the id \(id). Only the first is shown: ids must be \
    unique.
    """
  )
}

/// A node with a child for each element of a collection.
protocol ElementNode: Node {
  /// Calls `visit` with the id and the node of each element, in order.
  func forEachElement(_ visit: (AnyHashable, Node) -> Void)
  /// What the user can do with the elements.
  var elementActions: RowActions { get }
}

@usableFromInline
final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  ViewNode<ForEach<Data, ID, Content>>
{
  @usableFromInline typealias Child = ElementViewNode<Data.Element, Content>

  @usableFromInline var ids: [ID] = []
  /// The node of each element, in the order of `ids`.
  @usableFromInline var children: [Child] = []
  @usableFromInline var isReused = false

  // Inlinable, like everything it calls, so that rows are made by code specialized for their types.
  @inlinable
  override init(_ view: ForEach<Data, ID, Content>, _ context: NodeContext) {
    super.init(view, context)
    reconcile()
  }

  deinit {}

  override func update(_ view: ForEach<Data, ID, Content>) {
    let isSame = !isReused && self.view.isIdentical(to: view)
    isReused = false
    super.update(view)
    if !isSame, reconcile() { widgetsDidChange() }
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    isReused = true
  }

  /// Matches elements and nodes by id. Returns whether the ids have changed in number or order.
  @inlinable
  @discardableResult
  final func reconcile() -> Bool {
    if hasSameIDs {
      for (child, element) in zip(children, view.data) { child.update(element, view.content) }
      return false
    }
    let context = childContext
    let count = view.data.count
    var remaining = Dictionary(uniqueKeysWithValues: zip(ids, children))
    var newIDs: Set<ID> = Set(minimumCapacity: count)
    let old = ids
    ids = []
    ids.reserveCapacity(count)
    children = []
    children.reserveCapacity(count)
    for element in view.data {
      let id = view.id(element)
      guard newIDs.insert(id).inserted else {
        reportDuplicate(id, in: "ForEach")
        continue
      }
      if let child = remaining.removeValue(forKey: id) {
        child.update(element, view.content)
        children.append(child)
      } else {
        children.append(Child(element, view.content, context))
      }
      ids.append(id)
    }
    for child in remaining.values { child.destroy() }
    return ids != old
  }

  /// Whether the elements are those that have nodes, in the same order: the usual case, which needs
  /// no dictionary.
  @inlinable final var hasSameIDs: Bool {
    view.data.count == ids.count && zip(ids, view.data).allSatisfy { $0 == view.id($1) }
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    for child in children { visit(child) }
  }

}

extension ForEachNode: ElementNode {
  func forEachElement(_ visit: (AnyHashable, Node) -> Void) {
    for (id, child) in zip(ids, children) { visit(AnyHashable(id), child) }
  }

  var elementActions: RowActions { view.actions }
}

/// The node of an element. Its view is evaluated in an observation scope of its own.
@usableFromInline
final class ElementViewNode<Element, Content: View>: Node {
  @usableFromInline var element: Element
  @usableFromInline var content: (Element) -> Content
  @usableFromInline var child: ViewNode<Content>?

  @inlinable
  init(_ element: Element, _ content: @escaping (Element) -> Content, _ context: NodeContext) {
    self.element = element
    self.content = content
    super.init(context)
    child = Content._makeNode(evaluate(), childContext)
  }

  deinit {}

  @usableFromInline
  func update(_ element: Element, _ content: @escaping (Element) -> Content) {
    self.element = element
    self.content = content
    reevaluate()
  }

  override func reevaluate() {
    child?.update(evaluate())
  }

  @inlinable
  final func evaluate() -> Content {
    tracked { content(element) }
  }

  override func forEachChild(_ visit: (Node) -> Void) {
    if let child { visit(child) }
  }
}
