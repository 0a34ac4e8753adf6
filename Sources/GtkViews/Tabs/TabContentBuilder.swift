/// Builds the tabs of a ``TabView`` from ``Tab``s, from views with a ``View/tabItem(_:)``, and from
/// ``ForEach``s of these, with `if`, `if let` and `switch`.
///
/// The type of the selection is known to each ``Tab``: `value: .letters` needs no type.
@resultBuilder
public enum TabContentBuilder<TabValue: Hashable> {
  public static func buildExpression<Content: View, TabLabel: View>(
    _ tab: Tab<TabValue, Content, TabLabel>
  ) -> Tab<TabValue, Content, TabLabel> {
    tab
  }

  @_disfavoredOverload
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }

  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> {
    .first(first)
  }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> {
    .second(second)
  }
}
