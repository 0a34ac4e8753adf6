import GtkKit

/// The alignment of the lines of a text.
public enum TextAlignment {
  case leading
  case center
  case trailing

  var justification: GtkJustification {
    switch self {
    case .leading: GTK_JUSTIFY_LEFT
    case .center: GTK_JUSTIFY_CENTER
    case .trailing: GTK_JUSTIFY_RIGHT
    }
  }

  var fraction: Float {
    switch self {
    case .leading: 0
    case .center: 0.5
    case .trailing: 1
    }
  }
}

/// How many lines a text has at least, and at most.
struct LineLimit: Equatable {
  var minimum = 1
  var maximum: Int?
}

struct TextLayout: Equatable {
  var lines = LineLimit()
  var truncation = Text.TruncationMode.tail
  var isSelectable = false
  var alignment = TextAlignment.leading
  /// The space between two lines, in pixels beside the usual one.
  var spacing = 0.0
}

extension Text {
  /// Where a text has its ellipsis, if there is not enough space.
  public enum TruncationMode: Sendable {
    /// At the beginning.
    case head
    /// At the end.
    case tail
    /// In the middle.
    case middle

    var mode: PangoEllipsizeMode {
      switch self {
      case .head: PANGO_ELLIPSIZE_START
      case .tail: PANGO_ELLIPSIZE_END
      case .middle: PANGO_ELLIPSIZE_MIDDLE
      }
    }
  }

  /// The letters in which a text is shown.
  public enum Case: String, Sendable {
    case uppercase
    case lowercase
  }
}

/// Whether texts can be selected.
public struct TextSelectability: Sendable {
  let isEnabled: Bool

  public static let enabled = TextSelectability(isEnabled: true)
  public static let disabled = TextSelectability(isEnabled: false)
}

extension View {
  /// Limits texts to a number of lines, with an ellipsis for the rest. `nil` sets no limit.
  public func lineLimit(_ limit: Int?) -> some View {
    environment(\.textLayout.lines, LineLimit(maximum: limit.map { max($0, 1) }))
  }

  /// Limits texts to a number of lines, with an ellipsis for the rest.
  ///
  /// - Parameters:
  ///   - limit: The number of lines.
  ///   - reservesSpace: Whether texts of fewer lines are as high as if they had that number.
  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
    environment(
      \.textLayout.lines,
      LineLimit(minimum: reservesSpace ? limit : 1, maximum: max(limit, 1))
    )
  }

  /// Limits texts to a number of lines, with an ellipsis for the rest, and gives them the height of
  /// a number of lines also if they have fewer.
  ///
  /// - Parameter limit: The least and the greatest number of lines: `2...4`, `2...` or `...4`.
  public func lineLimit(_ limit: some RangeExpression<Int>) -> some View {
    let all = 0..<Int.max
    let range = limit.relative(to: all)
    return environment(
      \.textLayout.lines,
      LineLimit(
        minimum: range.lowerBound,
        maximum: range.upperBound == all.upperBound ? nil : max(range.upperBound - 1, 1)
      )
    )
  }

  /// Sets the space between the lines of texts, in pixels beside the usual one. Half of it is also
  /// above the first line and below the last.
  public func lineSpacing(_ spacing: Double) -> some View {
    environment(\.textLayout.spacing, spacing.isFinite ? min(max(spacing, 0), 1_000) : 0)
  }

  /// Sets the alignment of the lines of texts.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    environment(\.textLayout.alignment, alignment)
  }

  /// Sets where texts have their ellipsis that have a limit of lines and not enough space.
  public func truncationMode(_ mode: Text.TruncationMode) -> some View {
    environment(\.textLayout.truncation, mode)
  }

  /// Sets whether texts can be selected and copied.
  public func textSelection(_ selectability: TextSelectability) -> some View {
    textSelection(selectability.isEnabled)
  }

  /// Sets whether texts can be selected and copied.
  public func textSelection(_ isEnabled: Bool = true) -> some View {
    environment(\.textLayout.isSelectable, isEnabled)
  }
}
