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

  private enum Kind: Equatable, Sendable {
    case named(String)
    case size(Double, Weight)
  }

  private let kind: Kind
  private var weight: Weight?
  private var isItalic = false

  private init(kind: Kind) {
    self.kind = kind
  }

  public static let largeTitle = Font(kind: .named("large-title"))
  public static let title = Font(kind: .named("title-1"))
  public static let title2 = Font(kind: .named("title-2"))
  public static let title3 = Font(kind: .named("title-3"))
  public static let headline = Font(kind: .named("heading"))
  public static let subheadline = Font(kind: .named("caption-heading"))
  public static let body = Font(kind: .named("body"))
  public static let callout = Font(kind: .named("body"))
  public static let caption = Font(kind: .named("caption"))
  public static let footnote = Font(kind: .named("caption"))
  public static let monospaced = Font(kind: .named("monospace"))

  /// Returns a font with a fixed size. Prefer the named fonts.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - weight: The weight.
  public static func system(size: Double, weight: Weight = .regular) -> Font {
    Font(kind: .size(size, weight))
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

  var cssClasses: [String] {
    let named: [String]
    var declarations = ""
    switch kind {
    case .named(let name):
      named = [name]
    case .size(let size, let weight):
      named = []
      declarations = "font-size: \(size)pt; font-weight: \((self.weight ?? weight).rawValue);"
    }
    if !named.isEmpty, let weight { declarations = "font-weight: \(weight.rawValue);" }
    if isItalic { declarations += " font-style: italic;" }
    return named + (declarations.isEmpty ? [] : [StyleSheet.cssClass(declarations)])
  }
}
