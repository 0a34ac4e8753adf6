/// All values that the look of the views is made of. ``LookSheet`` makes a style sheet of them.
nonisolated struct DesignTokens: Equatable, Sendable {
  /// Whether surfaces are dark.
  var isDark: Bool
  /// Whether edges are as distinct as texts.
  var hasHighContrast: Bool
  var colors: Palette
  var radii = Radii()
  var spacing = Spacing()
  var type = TypeScale()

  /// - Parameters:
  ///   - isDark: Whether surfaces are dark.
  ///   - hasHighContrast: Whether edges are as distinct as texts.
  ///   - accent: The accent that the user prefers.
  init(
    isDark: Bool = false,
    hasHighContrast: Bool = false,
    accent: SolidColor = Palette.standardAccent
  ) {
    self.isDark = isDark
    self.hasHighContrast = hasHighContrast
    colors = Palette(isDark: isDark, hasHighContrast: hasHighContrast, accent: accent)
  }

  /// The radii of corners, in pixels.
  struct Radii: Equatable, Sendable {
    /// Check boxes.
    var small = 6
    /// Buttons, entries, rows of menus.
    var control = 9
    /// Boxed lists, cards, popovers, windows.
    var card = 12
    /// Alerts.
    var alert = 15
    /// More than half of any height: what ends in half circles.
    var pill = 9999
  }

  /// Distances and heights, in pixels.
  struct Spacing: Equatable, Sendable {
    /// Between parts of one thing, such as a symbol and its text.
    var small = 6
    /// Between a row's edge and its content, and between controls.
    var medium = 12
    /// Between groups.
    var large = 18
    /// Around pages.
    var extraLarge = 24
    /// Above and below the content of a row.
    var rowPadding = 8
    /// The height of a row.
    var rowHeight = 50
    /// The height of a header bar.
    var headerBarHeight = 47
  }

  /// The sizes and weights of texts. Sizes are relative, so that they follow the user's font size.
  struct TypeScale: Equatable, Sendable {
    var largeTitle = Style(size: 2.2, weight: 300)
    var title1 = Style(size: 1.8, weight: 800)
    var title2 = Style(size: 1.4, weight: 800)
    var title3 = Style(size: 1.4, weight: 700)
    var heading = Style(size: 1, weight: 700)
    var body = Style(size: 1, weight: 400)
    var subheadline = Style(size: 0.94, weight: 400)
    var captionHeading = Style(size: 0.88, weight: 700)
    var caption = Style(size: 0.88, weight: 400)
    var caption2 = Style(size: 0.8, weight: 400)

    struct Style: Equatable, Sendable {
      /// A multiple of the size of the user's font.
      var size: Double
      var weight: Int

      /// The declarations in CSS.
      var css: String { "font-size: \(size)em; font-weight: \(weight);" }
    }
  }
}
