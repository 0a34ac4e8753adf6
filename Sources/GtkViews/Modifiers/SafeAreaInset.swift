/// The top or the bottom of a view.
public enum VerticalEdge: Equatable, Sendable {
  case top
  case bottom
}

extension View {
  /// Shows views above or below this view, which becomes lower.
  ///
  /// Unlike in SwiftUI, what scrolls in this view does not go on behind the views.
  ///
  /// - Parameters:
  ///   - edge: Where the views are.
  ///   - alignment: Their position if they are narrower.
  ///   - spacing: The space between them and this view, in pixels; `nil` for none.
  ///   - content: The views.
  public func safeAreaInset(
    edge: VerticalEdge,
    alignment: HorizontalAlignment = .center,
    spacing: Double? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    VStack(alignment: alignment, spacing: spacing ?? 0) {
      if edge == .top { content() }
      self
      if edge == .bottom { content() }
    }
  }

  /// Shows views beside this view, which becomes narrower.
  ///
  /// Unlike in SwiftUI, what scrolls in this view does not go on behind the views.
  ///
  /// - Parameters:
  ///   - edge: Where the views are.
  ///   - alignment: Their position if they are lower.
  ///   - spacing: The space between them and this view, in pixels; `nil` for none.
  ///   - content: The views.
  public func safeAreaInset(
    edge: HorizontalEdge,
    alignment: VerticalAlignment = .center,
    spacing: Double? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View {
    HStack(alignment: alignment, spacing: spacing ?? 0) {
      if edge == .leading { content() }
      self
      if edge == .trailing { content() }
    }
  }
}
