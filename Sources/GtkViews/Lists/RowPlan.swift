import GtkKit

/// A view that a list splits into several rows, or into none.
protocol RowSource {
  /// Whether it contains a ``ForEach``.
  static var hasElements: Bool { get }
  /// Whether it contains a ``Section``.
  static var hasSections: Bool { get }
  /// Adds its rows to a plan.
  func addRows(to plan: inout RowPlan)
}

/// The rows of a list with any content, in order. All elements of a ``ForEach`` together are one
/// part.
struct RowPlan {
  struct Part {
    /// The path to the part in the content: an index or an id for each step.
    let path: [AnyHashable]
    let content: any RowSegmentSource
  }

  private(set) var parts: [Part] = []
  /// Objects that are elements of a nested ``ForEach``. Retained because they are identified by
  /// address.
  private(set) var objects: [Any] = []
  /// The first part of each section, or other group of rows, that has an identity.
  private(set) var anchors: [AnyHashable: Int] = [:]
  private var path: [AnyHashable] = []
  private let bodies: RowBodies

  init(bodies: RowBodies) {
    self.bodies = bodies
  }

  /// Adds parts whose paths continue with a step.
  mutating func step(_ step: some Hashable, _ add: (inout RowPlan) -> Void) {
    path.append(AnyHashable(step))
    add(&self)
    path.removeLast()
  }

  /// Adds the rows of a view: one row, or several if the list splits the view.
  mutating func add<Content: View>(_ view: Content) {
    if let source = view as? any RowSource {
      source.addRows(to: &self)
    } else if Self.hasElements(Content.Body.self) || Self.hasSections(Content.Body.self) {
      let body = bodies.body(of: view, at: path)
      step(0) { $0.add(body) }
    } else {
      append(SingleRow(view, kind: .row))
    }
  }

  /// Adds the rows of a view that has an identity.
  mutating func add(_ view: some View, identifiedBy id: some Hashable) {
    let first = parts.count
    step(id) { $0.add(view) }
    if parts.count > first, anchors[AnyHashable(id)] == nil { anchors[AnyHashable(id)] = first }
  }

  mutating func keep(_ element: Any) {
    if type(of: element) is AnyObject.Type { objects.append(element) }
  }

  mutating func append(_ content: any RowSegmentSource) {
    parts.append(Part(path: path, content: content))
  }

  /// Returns whether views of a type, or their bodies, contain a ``ForEach``.
  static func hasElements<Content: View>(_ type: Content.Type) -> Bool {
    if let source = type as? any RowSource.Type { return source.hasElements }
    return Content.Body.self != Never.self && hasElements(Content.Body.self)
  }

  /// Returns whether views of a type, or their bodies, contain a ``Section``.
  static func hasSections<Content: View>(_ type: Content.Type) -> Bool {
    if let source = type as? any RowSource.Type { return source.hasSections }
    return Content.Body.self != Never.self && hasSections(Content.Body.self)
  }
}

extension ForEach: RowSource {
  static var hasElements: Bool { true }
  static var hasSections: Bool { RowPlan.hasSections(Content.self) }

  /// Whether an element may be several rows.
  static var isNested: Bool { RowPlan.hasElements(Content.self) || hasSections }

  func addRows(to plan: inout RowPlan) {
    guard Self.isNested else { return plan.append(self) }
    var ids: Set<ID> = []
    for element in data {
      let id = id(element)
      guard ids.insert(id).inserted else {
        reportDuplicate(id, in: "ForEach")
        continue
      }
      plan.keep(element)
      plan.add(content(element), identifiedBy: id)
    }
  }
}

extension Section: RowSource {
  static var hasElements: Bool { RowPlan.hasElements(Content.self) }
  static var hasSections: Bool { true }

  func addRows(to plan: inout RowPlan) {
    if Header.self != EmptyView.self {
      plan.step(0) { $0.append(SingleRow(header, kind: .header)) }
    }
    plan.step(1) { $0.add(content) }
    if Footer.self != EmptyView.self {
      plan.step(2) { $0.append(SingleRow(footer, kind: .footer)) }
    }
  }
}

extension TupleView: RowSource {
  static var hasElements: Bool {
    var result = false
    func look<Child: View>(_ type: Child.Type) { if RowPlan.hasElements(type) { result = true } }
    repeat look((each Content).self)
    return result
  }

  static var hasSections: Bool {
    var result = false
    func look<Child: View>(_ type: Child.Type) { if RowPlan.hasSections(type) { result = true } }
    repeat look((each Content).self)
    return result
  }

  func addRows(to plan: inout RowPlan) {
    var index = 0
    for view in repeat each content {
      plan.step(index) { $0.add(view) }
      index += 1
    }
  }
}

extension ConditionalContent: RowSource {
  static var hasElements: Bool {
    RowPlan.hasElements(First.self) || RowPlan.hasElements(Second.self)
  }
  static var hasSections: Bool {
    RowPlan.hasSections(First.self) || RowPlan.hasSections(Second.self)
  }

  func addRows(to plan: inout RowPlan) {
    switch self {
    case .first(let view): plan.step(0) { $0.add(view) }
    case .second(let view): plan.step(1) { $0.add(view) }
    }
  }
}

extension Optional: RowSource where Wrapped: View {
  static var hasElements: Bool { RowPlan.hasElements(Wrapped.self) }
  static var hasSections: Bool { RowPlan.hasSections(Wrapped.self) }

  func addRows(to plan: inout RowPlan) {
    if let self { plan.add(self) }
  }
}

extension Group: RowSource {
  static var hasElements: Bool { RowPlan.hasElements(Content.self) }
  static var hasSections: Bool { RowPlan.hasSections(Content.self) }

  func addRows(to plan: inout RowPlan) {
    plan.add(content)
  }
}

extension EmptyView: RowSource {
  static var hasElements: Bool { false }
  static var hasSections: Bool { false }

  func addRows(to plan: inout RowPlan) {}
}
