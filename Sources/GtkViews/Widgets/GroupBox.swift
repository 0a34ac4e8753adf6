/// Views on a card, with a title above them.
public struct GroupBox<Label: View, Content: View>: View {
  let label: Label
  let content: Content

  /// - Parameters:
  ///   - content: The views, stacked vertically.
  ///   - label: The title above the card.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }

  public var body: some View {
    VStack(alignment: .leading) {
      label.font(.headline)
      VStack { content }
        .padding()
        .frame(maxWidth: .infinity)
        .cssClass("card")
    }
  }
}

extension GroupBox {
  /// - Parameters:
  ///   - label: The title above the card.
  ///   - content: The views, stacked vertically.
  public init(label: Label, @ViewBuilder content: () -> Content) {
    self.init(content: content) { label }
  }
}

extension GroupBox where Label == EmptyView {
  /// - Parameter content: The views, stacked vertically.
  public init(@ViewBuilder content: () -> Content) {
    self.init(content: content) { EmptyView() }
  }
}

extension GroupBox where Label == Text {
  /// - Parameters:
  ///   - title: The title above the card.
  ///   - content: The views, stacked vertically.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}
