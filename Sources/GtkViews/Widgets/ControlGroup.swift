/// Controls that belong together, as one: buttons that stand side by side without a gap.
public struct ControlGroup<Content: View, Label: View>: View {
  private let content: Content
  private let label: Label

  /// - Parameter content: The controls.
  public init(@ViewBuilder content: () -> Content) where Label == EmptyView {
    self.content = content()
    label = EmptyView()
  }

  /// - Parameters:
  ///   - content: The controls.
  ///   - label: What the controls are for, before them.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }

  /// - Parameters:
  ///   - title: What the controls are for, before them.
  ///   - content: The controls.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content)
  where Label == Text {
    self.init(content: content) { Text(title) }
  }

  public var body: some View {
    if Label.self == EmptyView.self {
      controls
    } else {
      HStack(spacing: 12) {
        label
        controls
      }
    }
  }

  private var controls: some View {
    HStack(spacing: 0) { content }.cssClass("linked")
  }
}

/// A tree of rows: elements with children can be expanded.
public struct OutlineGroup<Data: RandomAccessCollection, ID: Hashable, Row: View>: View {
  private let data: Data
  private let id: KeyPath<Data.Element, ID>
  private let children: KeyPath<Data.Element, Data?>
  private let row: (Data.Element) -> Row

  /// - Parameters:
  ///   - data: The elements of the first level.
  ///   - id: The key path to the id of an element.
  ///   - children: The key path to the elements below an element; `nil` if it has none.
  ///   - content: Makes the views of an element.
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    children: KeyPath<Data.Element, Data?>,
    @ViewBuilder content: @escaping (Data.Element) -> Row
  ) {
    self.data = data
    self.id = id
    self.children = children
    row = content
  }

  /// - Parameters:
  ///   - data: The elements of the first level, each with a unique id.
  ///   - children: The key path to the elements below an element; `nil` if it has none.
  ///   - content: Makes the views of an element.
  public init(
    _ data: Data,
    children: KeyPath<Data.Element, Data?>,
    @ViewBuilder content: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data, id: \.id, children: children, content: content)
  }

  public var body: some View {
    ForEach(data, id: id) { element in
      if let below = element[keyPath: children] {
        DisclosureGroup {
          // The type would contain itself.
          AnyView(OutlineGroup(below, id: id, children: children, content: row))
            .padding(.leading, 18)
        } label: {
          row(element)
        }
      } else {
        row(element)
      }
    }
  }
}
