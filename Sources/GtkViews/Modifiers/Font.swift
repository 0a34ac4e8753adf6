/// A font, defined by its purpose. Sizes follow the user's settings.
public struct Font: Equatable, Sendable {
  /// The weight of a font.
  public enum Weight: Int, Sendable {
    case ultraLight = 100
    case thin = 200
    case light = 300
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700
    case heavy = 800
    case black = 900
  }

  /// The kind of letters of a font.
  public enum Design: Sendable {
    /// The letters of the desktop's font.
    case `default`
    /// Letters with serifs.
    case serif
    /// The letters of the desktop's font: GTK names no font with rounded ones.
    case rounded
    /// Letters of one width.
    case monospaced

    var declaration: String {
      switch self {
      case .default, .rounded: ""
      case .serif: "font-family: serif;"
      case .monospaced: "font-family: monospace;"
      }
    }
  }

  /// The purpose of a text, which has a size and a weight.
  public enum TextStyle: CaseIterable, Sendable {
    case largeTitle
    case title
    case title2
    case title3
    case headline
    case subheadline
    case body
    case callout
    case footnote
    case caption
    case caption2

    fileprivate var font: Font {
      switch self {
      case .largeTitle: .largeTitle
      case .title: .title
      case .title2: .title2
      case .title3: .title3
      case .headline: .headline
      case .subheadline: .subheadline
      case .body: .body
      case .callout: .callout
      case .footnote: .footnote
      case .caption: .caption
      case .caption2: .caption2
      }
    }
  }

  private enum Kind: Equatable, Sendable {
    case named(String)
    case size(Double)
  }

  private let kind: Kind
  private var weight: Weight?
  private var design: Design?
  private var isItalic = false
  private var hasEqualDigits = false

  private init(kind: Kind) {
    self.kind = kind
  }

  public static let largeTitle = Font(kind: .named("large-title"))
  public static let title = Font(kind: .named("title-1"))
  public static let title2 = Font(kind: .named("title-2"))
  public static let title3 = Font(kind: .named("title-3"))
  public static let headline = Font(kind: .named("heading"))
  public static let subheadline = Font(kind: .named("subheadline"))
  public static let body = Font(kind: .named("body"))
  public static let callout = Font(kind: .named("body"))
  public static let caption = Font(kind: .named("caption"))
  public static let caption2 = Font(kind: .named("caption-2"))
  public static let footnote = Font(kind: .named("caption"))
  public static let monospaced = Font(kind: .named("monospace"))

  /// Returns a font with a fixed size. Prefer the named fonts.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - weight: The weight; `nil` for that of the texts around.
  ///   - design: The kind of letters; `nil` for those of the desktop's font.
  public static func system(
    size: Double,
    weight: Weight? = nil,
    design: Design? = nil
  ) -> Font {
    var font = Font(kind: .size(size))
    font.weight = weight
    font.design = design
    return font
  }

  /// Returns the font of a purpose.
  ///
  /// - Parameters:
  ///   - style: The purpose.
  ///   - design: The kind of letters; `nil` for those of the desktop's font.
  ///   - weight: The weight; `nil` for that of the purpose.
  public static func system(
    _ style: TextStyle,
    design: Design? = nil,
    weight: Weight? = nil
  ) -> Font {
    var font = style.font
    font.design = design
    font.weight = weight
    return font
  }

  /// Returns the font with another weight.
  public func weight(_ weight: Weight) -> Font {
    var font = self
    font.weight = weight
    return font
  }

  /// Returns the font in bold.
  public func bold() -> Font { weight(.bold) }

  /// Returns the font in italics.
  public func italic() -> Font {
    var font = self
    font.isItalic = true
    return font
  }

  /// Returns the font with letters of one width.
  public func monospaced() -> Font {
    var font = self
    font.design = .monospaced
    return font
  }

  /// Returns the font with digits of one width.
  public func monospacedDigit() -> Font {
    var font = self
    font.hasEqualDigits = true
    return font
  }

  var cssClasses: [String] {
    let named: [String]
    var declarations = ""
    switch kind {
    case .named(let name):
      named = [name]
    case .size(let size):
      named = []
      declarations = "font-size: \(css(size))pt;"
    }
    if let weight { declarations += " font-weight: \(weight.rawValue);" }
    declarations += design.map { " \($0.declaration)" } ?? ""
    if isItalic { declarations += " font-style: italic;" }
    if hasEqualDigits { declarations += " font-feature-settings: \"tnum\";" }
    return named + (declarations.isEmpty ? [] : [StyleSheet.cssClass(declarations)])
  }
}
