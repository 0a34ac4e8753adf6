/// A modifier that views share: it changes or surrounds the view that it is applied to.
///
/// ```swift
/// struct Badge: ViewModifier {
///   let count: Int
///
///   func body(content: Content) -> some View {
///     content.overlay(alignment: .topTrailing) {
///       if count > 0 { Text("\(count)").font(.caption) }
///     }
///   }
/// }
/// …
/// Text("Messages").modifier(Badge(count: 3))
/// ```
///
/// A modifier may have `@State`, `@Environment` and `@FocusState` as a view has. They live as long
/// as the modified view.
@MainActor public protocol ViewModifier {
  /// The type of ``body(content:)``; inferred.
  associatedtype Body: View

  /// The view that the modifier is applied to.
  typealias Content = AnyView

  /// Returns the modified view.
  ///
  /// - Parameter content: The view that the modifier is applied to.
  @ViewBuilder func body(content: Content) -> Body
}

extension View {
  /// Applies a modifier to this view.
  public func modifier<Modifier: ViewModifier>(
    _ modifier: Modifier
  ) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// A view with a modifier. Made by ``View/modifier(_:)``.
public struct ModifiedContent<Content: View, Modifier: ViewModifier>: View, FieldsOfPart {
  /// The view that the modifier is applied to.
  public var content: Content
  /// The modifier.
  public var modifier: Modifier

  /// - Parameters:
  ///   - content: The view to modify.
  ///   - modifier: The modifier.
  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }

  public var body: Modifier.Body { modifier.body(content: AnyView(content)) }

  static var part: Any.Type { Modifier.self }
}

/// A modifier that changes nothing.
public struct EmptyModifier: ViewModifier {
  nonisolated public init() {}

  public func body(content: Content) -> some View { content }
}
