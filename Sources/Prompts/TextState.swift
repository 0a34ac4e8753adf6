import CustomDump
import Foundation

/// Text with styles, as state: it can be compared, tested and stored.
///
///     TextState("Delete ") + TextState(item.name).bold() + TextState("?")
///
/// A style applies to the text that it is called on, except to parts that have set the style
/// themselves: `(TextState("a") + TextState("b").bold(false)).bold()` shows only "a" in bold.
public struct TextState: Hashable, Sendable {
  /// The text in pieces of one style. No run is empty, and adjacent runs differ in style.
  public private(set) var runs: [Run]

  /// A piece of text in one style.
  public struct Run: Hashable, Sendable {
    /// The characters.
    public let text: String
    /// The style.
    public fileprivate(set) var style: Style
  }

  /// The look of text. A property that is `nil` is inherited from the surrounding text.
  public struct Style: Hashable, Sendable {
    /// The distance by which the baseline is raised, in points.
    public var baselineOffset: Double?
    public var color: Color?
    public var font: Font?
    public var isItalic: Bool?
    public var isMonospaced: Bool?
    public var isStruckThrough: Bool?
    public var isUnderlined: Bool?
    /// The color of the line through the text; `nil` for the color of the text.
    public var strikethroughColor: Color?
    /// The color of the line below the text; `nil` for the color of the text.
    public var underlineColor: Color?
    /// The space that is added between characters, in points.
    public var kerning: Double?
    public var weight: FontWeight?
    /// The space that is added after each character, in points. It keeps ligatures.
    public var tracking: Double?
    /// The level of the text as a heading, for assistive technologies.
    public var accessibilityHeading: AccessibilityHeadingLevel?
    /// The words that are read aloud instead of the text.
    public var accessibilityLabel: String?
    /// The kind of text, which decides how it is read aloud.
    public var accessibilityTextContentType: AccessibilityTextContentType?

    /// No style.
    public init() {}
  }

  /// A color. The theme decides what it looks like, except for `rgb`.
  public enum Color: Hashable, Sendable {
    case primary, secondary, accent
    case black, blue, brown, gray, green, orange, pink, purple, red, white, yellow
    /// Components from 0 to 1.
    case rgb(red: Double, green: Double, blue: Double)
  }

  /// A text style: the size for a purpose.
  public enum Font: Hashable, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption
    case caption2
  }

  /// The thickness of the strokes of characters.
  public enum FontWeight: Hashable, Sendable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  /// The level of a heading.
  public enum AccessibilityHeadingLevel: String, Hashable, Sendable {
    case h1, h2, h3, h4, h5, h6, unspecified
  }

  /// The kind of a text that is read aloud.
  public enum AccessibilityTextContentType: String, Hashable, Sendable {
    case console, fileSystem, messaging, narrative, plain, sourceCode, spreadsheet, wordProcessing
  }

  private init(runs: [Run]) {
    self.runs = runs
  }

  /// Creates text without a style.
  public init(_ content: some StringProtocol) {
    self.init(runs: content.isEmpty ? [] : [Run(text: String(content), style: Style())])
  }

  /// Creates text without a style that is not to be translated.
  public init(verbatim content: String) {
    self.init(content)
  }

  /// Creates text without a style that is looked up in a table of translations; the key itself if
  /// the table does not have it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - tableName: The name of the table; `nil` for `Localizable`.
  ///   - bundle: The bundle of the table; `nil` for that of the program.
  ///   - comment: A comment for translators, which is not used.
  public init(
    _ key: some StringProtocol,
    tableName: String?,
    bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {
    let bundle = bundle ?? .main
    self.init(bundle.localizedString(forKey: String(key), value: String(key), table: tableName))
  }

  /// Creates text without a style that is looked up in the table of translations of a bundle; the
  /// key itself if the table does not have it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - bundle: The bundle of the table; `nil` for that of the program.
  ///   - comment: A comment for translators, which is not used.
  public init(_ key: some StringProtocol, bundle: Bundle?, comment: StaticString? = nil) {
    self.init(key, tableName: nil, bundle: bundle, comment: comment)
  }

  /// Creates text without a style that is looked up in the program's table of translations; the key
  /// itself if the table does not have it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - comment: A comment for translators, which is not used.
  public init(_ key: some StringProtocol, comment: StaticString?) {
    self.init(key, tableName: nil, comment: comment)
  }

  /// Creates text without a style from a value: `TextState(price, format: .number)`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - format: Formats the value, when the text is created.
  public init<F: FormatStyle>(_ value: F.FormatInput, format: F) where F.FormatOutput == String {
    self.init(format.format(value))
  }

  /// Returns one text followed by another. Both keep their styles.
  public static func + (lhs: TextState, rhs: TextState) -> TextState {
    var result = lhs
    for run in rhs.runs { result.append(run) }
    return result
  }

  private mutating func append(_ run: Run) {
    if let last = runs.last, last.style == run.style {
      runs[runs.endIndex - 1] = Run(text: last.text + run.text, style: run.style)
    } else {
      runs.append(run)
    }
  }

  private func styled<Value>(
    _ property: WritableKeyPath<Style, Value?>,
    _ value: Value?
  ) -> TextState {
    var result = TextState(runs: [])
    for var run in runs {
      if run.style[keyPath: property] == nil { run.style[keyPath: property] = value }
      // Adjacent runs that differed only in this property become one.
      result.append(run)
    }
    return result
  }
}

extension TextState {
  /// Sets a line and its color. Parts that have set the line themselves keep their color, too.
  private func styled(
    _ line: WritableKeyPath<Style, Bool?>,
    _ isActive: Bool,
    _ lineColor: WritableKeyPath<Style, Color?>,
    _ color: Color?
  ) -> TextState {
    var result = TextState(runs: [])
    for var run in runs {
      if run.style[keyPath: line] == nil {
        run.style[keyPath: line] = isActive
        run.style[keyPath: lineColor] = color
      }
      result.append(run)
    }
    return result
  }
}

// MARK: - Styles

extension TextState {
  /// The text in bold.
  public func bold(_ isActive: Bool = true) -> TextState {
    fontWeight(isActive ? .bold : .regular)
  }

  /// The text in italics.
  public func italic(_ isActive: Bool = true) -> TextState {
    styled(\.isItalic, isActive)
  }

  /// The text with a line through it.
  ///
  /// - Parameters:
  ///   - isActive: Whether there is a line.
  ///   - color: The color of the line; by default, the color of the text.
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> TextState {
    styled(\.isStruckThrough, isActive, \.strikethroughColor, color)
  }

  /// The text with a line below it.
  ///
  /// - Parameters:
  ///   - isActive: Whether there is a line.
  ///   - color: The color of the line; by default, the color of the text.
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> TextState {
    styled(\.isUnderlined, isActive, \.underlineColor, color)
  }

  /// The text in a monospaced font.
  public func monospaced(_ isActive: Bool = true) -> TextState {
    styled(\.isMonospaced, isActive)
  }

  /// The text in a text style.
  public func font(_ font: Font?) -> TextState {
    styled(\.font, font)
  }

  /// The text in a font weight.
  public func fontWeight(_ weight: FontWeight?) -> TextState {
    styled(\.weight, weight)
  }

  /// The text in a color.
  public func foregroundColor(_ color: Color?) -> TextState {
    styled(\.color, color)
  }

  /// The text with additional space between its characters, in points.
  public func kerning(_ kerning: Double) -> TextState {
    styled(\.kerning, kerning)
  }

  /// The text with additional space after each of its characters, in points, which keeps ligatures.
  public func tracking(_ tracking: Double) -> TextState {
    styled(\.tracking, tracking)
  }

  /// The text with other words that are read aloud instead.
  public func accessibilityLabel(_ label: TextState) -> TextState {
    styled(\.accessibilityLabel, String(state: label))
  }

  /// The text with other words that are read aloud instead.
  public func accessibilityLabel(_ label: some StringProtocol) -> TextState {
    styled(\.accessibilityLabel, String(label))
  }

  /// The text as a heading.
  public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> TextState {
    styled(\.accessibilityHeading, level)
  }

  /// The text as text of a kind.
  public func accessibilityTextContentType(_ type: AccessibilityTextContentType) -> TextState {
    styled(\.accessibilityTextContentType, type)
  }

  /// The text with its baseline raised, in points.
  public func baselineOffset(_ baselineOffset: Double) -> TextState {
    styled(\.baselineOffset, baselineOffset)
  }
}

// MARK: - Plain text

extension String {
  /// The text without its styles.
  public init(state: TextState) {
    self = state.runs.map(\.text).joined()
  }

  /// The text without its styles.
  ///
  /// - Parameters:
  ///   - state: The text.
  ///   - locale: Has no effect: a text is localized when it is created.
  public init(state: TextState, locale: Locale?) {
    self.init(state: state)
  }
}

extension TextState: CustomStringConvertible {
  /// The text without its styles.
  public var description: String {
    String(state: self)
  }
}

extension TextState: CustomDumpRepresentable {
  /// The text with its styles as tags, so that dumps show differences in style.
  public var customDumpValue: Any {
    runs.map { run in
      let style = run.style
      var text = run.text
      func mark(_ open: String, _ close: String? = nil) { text = open + text + (close ?? open) }
      if style.isMonospaced == true { mark("`") }
      if style.isStruckThrough == true {
        if let color = style.strikethroughColor {
          mark("<s color=\(color)>", "</s>")
        } else {
          mark("~~")
        }
      }
      if style.isItalic == true { mark("_") }
      switch style.weight {
      case nil: break
      case .bold: mark("**")
      case let weight?: mark("<\(weight)>", "</\(weight)>")
      }
      if style.isUnderlined == true {
        mark(style.underlineColor.map { "<u color=\($0)>" } ?? "<u>", "</u>")
      }
      if let font = style.font { mark("<\(font)>", "</\(font)>") }
      if let color = style.color { mark("<color=\(color)>", "</color>") }
      if let kerning = style.kerning { mark("<kerning=\(kerning)>", "</kerning>") }
      if let tracking = style.tracking { mark("<tracking=\(tracking)>", "</tracking>") }
      if let level = style.accessibilityHeading {
        mark("<accessibility-heading=\(level)>", "</accessibility-heading>")
      }
      if let label = style.accessibilityLabel {
        mark("<accessibility-label=\(label)>", "</accessibility-label>")
      }
      if let type = style.accessibilityTextContentType {
        mark("<accessibility-type=\(type)>", "</accessibility-type>")
      }
      if let offset = style.baselineOffset { mark("<baseline=\(offset)>", "</baseline>") }
      return text
    }
    .joined()
  }
}
