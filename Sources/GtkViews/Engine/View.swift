/// A piece of user interface, described as a value.
///
/// A view is cheap: a new value is made whenever something that it was computed from changes, and
/// replaces the previous value of the same static type. What lives on between two values is the
/// view's ``Node``, which owns the widgets, the `@State` and everything else that has an identity.
///
/// ```swift
/// struct Lamp: View {
///   @State private var isLit = false
///
///   var body: some View {
///     VStack {
///       Text(isLit ? "The lamp is lit." : "It is dark.")
///       Toggle("Light", isOn: $isLit)
///     }
///   }
/// }
/// ```
///
/// `body` is evaluated in an observation scope. When a property that it has read changes, of an
/// `@Observable` object, of a store or of `@State`, only this body is evaluated again, before the
/// next frame is drawn.
@MainActor public protocol View {
  /// The type of ``body``; inferred.
  associatedtype Body: View

  /// The content of the view.
  @ViewBuilder var body: Body { get }

  /// Makes the node of the view. Do not implement it: views with a body use the default
  /// implementation, and views that make their own node conform to ``PrimitiveView``.
  static func _makeNode(_ view: Self, _ context: NodeContext) -> ViewNode<Self>
}

extension View {
  @inlinable
  public static func _makeNode(_ view: Self, _ context: NodeContext) -> ViewNode<Self> {
    CompositeNode(view, context)
  }
}

/// A view that has no body and makes its own node: the building block of all other views.
///
/// To write one, subclass ``ViewNode`` and return an instance from ``makeNode(_:)``.
@MainActor public protocol PrimitiveView: View where Body == Never {
  /// Makes the node for this view. Called once in the life of a node, which receives later values
  /// in ``ViewNode/update(_:)``.
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
