/// A piece of user interface, described as a value.
///
/// A view is cheap: it is made anew whenever something it was computed from changes, and compared
/// by its static type with the view that stood in its place before. What lives on between two
/// descriptions is the view's ``Node``: it owns the widgets, the `@State` and everything else that
/// has an identity.
///
///     struct Counter: View {
///       @State private var count = 0
///
///       var body: some View {
///         VStack {
///           Text("\(count)")
///           Button("Increment") { count += 1 }
///         }
///       }
///     }
///
/// `body` is evaluated in an observation scope: when a property of an `@Observable` object, of a
/// store or of `@State` that it read changes, this body alone is evaluated again, before the next
/// frame is drawn.
@MainActor public protocol View {
  /// The type of ``body``; inferred.
  associatedtype Body: View

  /// What the view consists of.
  @ViewBuilder var body: Body { get }

  /// Makes the node that lives in the view's place. Do not implement it: types with a body get it
  /// from here, types that make their own node conform to ``PrimitiveView``.
  static func _makeNode(_ view: Self, _ context: NodeContext) -> ViewNode<Self>
}

extension View {
  @inlinable
  public static func _makeNode(_ view: Self, _ context: NodeContext) -> ViewNode<Self> {
    CompositeNode(view, context)
  }
}

/// A view that has no body but makes its own node: the building block that everything else consists
/// of.
///
/// To write one, subclass ``ViewNode`` and return it from ``makeNode(_:)``.
@MainActor public protocol PrimitiveView: View where Body == Never {
  /// Makes the node for this view. Called once in the node's life; later values arrive in
  /// ``ViewNode/update(_:)``.
  func makeNode(_ context: NodeContext) -> ViewNode<Self>
}

extension PrimitiveView {
  public var body: Never {
    fatalError("\(Self.self) is a primitive view: it has a node, not a body")
  }

  @inlinable
  public static func _makeNode(_ view: Self, _ context: NodeContext) -> ViewNode<Self> {
    view.makeNode(context)
  }
}

extension Never: View {
  public var body: Never { fatalError("there is no value of type Never") }

  public static func _makeNode(_ view: Never, _ context: NodeContext) -> ViewNode<Never> {}
}
