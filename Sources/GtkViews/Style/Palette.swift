/// The colours of the look, each named by what it is for.
///
/// All are opaque, so that the contrast of each pair is known. What lies above several surfaces,
/// such as a text, has its contrast with all of them.
nonisolated struct Palette: Equatable, Sendable {
  // Surfaces
  /// The background of windows, and of their header bars.
  var page: SolidColor
  /// The background of the column at the side of a split view.
  var sidebar: SolidColor
  /// The background of boxed lists, cards and entries.
  var card: SolidColor
  /// The background of popovers and menus.
  var popover: SolidColor
  /// The background of tooltips and toasts.
  var overlay: SolidColor

  // Texts and lines
  var text: SolidColor
  /// Texts that explain others.
  var dimText: SolidColor
  /// Texts of what cannot be used now. They need no contrast.
  var disabledText: SolidColor
  var overlayText: SolidColor
  /// Lines between rows and around cards. In high contrast they are as distinct as edges.
  var separator: SolidColor
  /// What shows where a control is: the edge of an entry, a check box or a knob, the track of a
  /// switch that is off.
  var controlEdge: SolidColor
  /// The ring around what has the focus.
  var focusRing: SolidColor

  // The accent
  /// The background of the suggested action.
  var accentFill: SolidColor
  /// The same under the pointer.
  var accentFillHover: SolidColor
  /// Texts on the background of the suggested action.
  var textOnAccent: SolidColor
  /// What of a control is accented: the track of a switch that is on, the part of a slider.
  var accentControl: SolidColor
  /// Marks on an accented control, such as a tick.
  var markOnAccent: SolidColor
  /// Texts in the colour of the accent, such as links.
  var accentText: SolidColor

  // Meanings
  var destructiveFill: SolidColor
  var destructiveFillHover: SolidColor
  var textOnDestructive: SolidColor
  var errorText: SolidColor
  var warningText: SolidColor
  var successText: SolidColor
  /// Texts in a colour that the program names, such as red.
  var hueTexts: [Hue: SolidColor]

  /// How much of the colour of the text lies above a surface, to show a button or a row.
  static let fills = Fills()

  struct Fills: Equatable, Sendable {
    /// A button, a badge.
    var button = 0.1
    /// The same under the pointer.
    var buttonHover = 0.15
    /// A button that is pressed, or on.
    var buttonActive = 0.25
    /// A row, or a flat button, under the pointer.
    var hover = 0.07
    /// How much of the accent lies below a row that is selected.
    var selection = 0.2
  }

  /// Makes the colours of a look.
  ///
  /// - Parameters:
  ///   - isDark: Whether surfaces are dark.
  ///   - hasHighContrast: Whether edges are as distinct as texts.
  ///   - accent: The accent that the user prefers. What needs a contrast is made of it.
  init(isDark: Bool, hasHighContrast: Bool, accent: SolidColor) {
    typealias Values = (page: UInt32, sidebar: UInt32, card: UInt32, popover: UInt32, text: UInt32)
    let values: Values =
      switch (isDark, hasHighContrast) {
      case (false, false): (0xfafafa, 0xeeeeef, 0xffffff, 0xffffff, 0x2b2b2f)
      case (false, true): (0xffffff, 0xffffff, 0xffffff, 0xffffff, 0x000000)
      case (true, false): (0x212124, 0x2a2a2e, 0x323237, 0x38383e, 0xf6f6f7)
      case (true, true): (0x000000, 0x000000, 0x0f0f11, 0x0f0f11, 0xffffff)
      }
    page = SolidColor(values.page)
    sidebar = SolidColor(values.sidebar)
    card = SolidColor(values.card)
    popover = SolidColor(values.popover)
    text = SolidColor(values.text)
    let surfaces = [page, sidebar, card, popover]
    let ink: SolidColor = isDark ? .white : .black
    let textContrast = hasHighContrast ? 7.0 : 4.5
    let edgeContrast = hasHighContrast ? 4.5 : 3.0

    /// A colour as a text, also on a row under the pointer and on one that is selected.
    let tinted = Self.lying(Self.fills.hover, of: text, on: surfaces)
    func readable(_ color: SolidColor) -> SolidColor {
      color.moved(to: ink, untilContrastIs: textContrast, with: surfaces + tinted)
    }
    func distinct(_ color: SolidColor) -> SolidColor {
      color.moved(to: ink, untilContrastIs: edgeContrast, with: surfaces + tinted)
    }
    /// A background for a text, as near to a colour as can be.
    func fill(_ color: SolidColor) -> (fill: SolidColor, hover: SolidColor, text: SolidColor) {
      // White, unless the colour is so light that little of it would be left.
      let text: SolidColor = color.contrast(with: .white) >= 2.6 ? .white : .black
      let away: SolidColor = text == .white ? .black : .white
      let fill = color.moved(to: away, untilContrastIs: textContrast, with: [text])
      return (fill, fill.mixed(with: away, 0.12), text)
    }

    overlay = isDark ? SolidColor(0x4a4a50) : SolidColor(0x2b2b2f)
    overlayText = .white
    disabledText = text.mixed(with: page, 0.5)
    separator =
      hasHighContrast ? distinct(text.mixed(with: page, 0.6)) : text.mixed(with: page, 0.87)
    controlEdge = distinct(text.mixed(with: page, 0.6))
    accentText = readable(accent)
    accentControl = distinct(accent)
    markOnAccent = accentControl.contrast(with: .white) >= 3 ? .white : .black
    (accentFill, accentFillHover, textOnAccent) = fill(accent)
    (destructiveFill, destructiveFillHover, textOnDestructive) = fill(SolidColor(0xe01b24))
    let selected = Self.lying(Self.fills.selection, of: accentControl, on: surfaces)
    let all = surfaces + tinted + selected
    dimText = text.mixed(with: page, 0.5).moved(to: ink, untilContrastIs: textContrast, with: all)
    focusRing = accentControl.moved(to: ink, untilContrastIs: edgeContrast, with: all)
    errorText = readable(SolidColor(0xe01b24))
    warningText = readable(SolidColor(0xe5a50a))
    successText = readable(SolidColor(0x2ec27e))
    hueTexts = Dictionary(
      uniqueKeysWithValues: Hue.allCases.map { ($0, readable($0.color)) }
    )
  }

  /// Returns what an observer sees of surfaces that something translucent lies on.
  static func lying(
    _ share: Double,
    of color: SolidColor,
    on surfaces: [SolidColor]
  ) -> [SolidColor] {
    surfaces.map { $0.mixed(with: color, share) }
  }
}

nonisolated extension Palette {
  /// The colours of the desktop's accent that GNOME offers, by their names.
  static let accents: [String: SolidColor] = [
    "blue": SolidColor(0x3584e4), "teal": SolidColor(0x2190a4), "green": SolidColor(0x3a944a),
    "yellow": SolidColor(0xc88800), "orange": SolidColor(0xed5b00), "red": SolidColor(0xe62d42),
    "pink": SolidColor(0xd56199), "purple": SolidColor(0x9141ac), "slate": SolidColor(0x6f8396),
  ]

  /// The accent of a desktop that names none: GNOME's blue.
  static let standardAccent = SolidColor(0x3584e4)
}
