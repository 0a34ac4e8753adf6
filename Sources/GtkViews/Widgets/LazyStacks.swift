/// Views stacked vertically, as wide as there is room.
///
/// As in a ``VStack``, all of its views exist. Show thousands of elements in a ``List``, whose rows
/// exist only while they are visible.
public struct LazyVStack<Content: View>: View {
  private let alignment: HorizontalAlignment
  private let spacing: Double?
  private let content: Content

  /// - Parameters:
  ///   - alignment: The horizontal position of views that are narrower than the stack.
  ///   - spacing: The space between two views, in pixels; `nil` for the default of 6.
  ///   - pinnedViews: Changes nothing: headers scroll with what is below them.
  ///   - content: The views.
  public init(
    alignment: HorizontalAlignment = .center,
    spacing: Double? = nil,
    pinnedViews: PinnedScrollableViews = [],
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  public var body: some View {
    VStack(alignment: alignment, spacing: spacing) { content }
      .frame(maxWidth: .infinity, alignment: Alignment(horizontal: alignment, vertical: .top))
  }
}

/// Views side by side, as high as there is room.
///
/// As in an ``HStack``, all of its views exist.
public struct LazyHStack<Content: View>: View {
  private let alignment: VerticalAlignment
  private let spacing: Double?
  private let content: Content

  /// - Parameters:
  ///   - alignment: The vertical position of views that are lower than the stack.
  ///   - spacing: The space between two views, in pixels; `nil` for the default of 6.
  ///   - pinnedViews: Changes nothing: headers scroll with what is beside them.
  ///   - content: The views.
  public init(
    alignment: VerticalAlignment = .center,
    spacing: Double? = nil,
    pinnedViews: PinnedScrollableViews = [],
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  public var body: some View {
    HStack(alignment: alignment, spacing: spacing) { content }
      .frame(maxHeight: .infinity, alignment: Alignment(horizontal: .leading, vertical: alignment))
  }
}

/// Which views stay in sight while others scroll. None does here.
nonisolated public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The headers of sections.
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  /// The footers of sections.
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}
