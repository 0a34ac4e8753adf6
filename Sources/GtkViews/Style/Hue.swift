/// The colours that programs name, as ``Color`` has them.
nonisolated enum Hue: String, CaseIterable, Sendable {
  case red
  case orange
  case yellow
  case green
  case mint
  case teal
  case cyan
  case blue
  case indigo
  case purple
  case pink
  case brown
  case gray

  /// The colour of surfaces, and of what is drawn.
  var color: SolidColor {
    switch self {
    case .red: SolidColor(0xe01b24)
    case .orange: SolidColor(0xff7800)
    case .yellow: SolidColor(0xe5a50a)
    case .green: SolidColor(0x2ec27e)
    case .mint: SolidColor(0x3dc9b0)
    case .teal: SolidColor(0x2190a4)
    case .cyan: SolidColor(0x33b2d6)
    case .blue: SolidColor(0x3584e4)
    case .indigo: SolidColor(0x5e5ce6)
    case .purple: SolidColor(0x9141ac)
    case .pink: SolidColor(0xd56199)
    case .brown: SolidColor(0x986a44)
    case .gray: SolidColor(0x9a9996)
    }
  }

  /// The name in style sheets of the colour of texts. It is lighter in the dark style, and as
  /// distinct as texts have to be.
  var textName: String { "\(rawValue)_text_color" }

  /// Defines the colour of texts above the colours of a theme, which are not known: it is mixed
  /// with that of other texts.
  var themeTextDefinition: String {
    "@define-color \(textName) mix(\(color.css), @theme_fg_color, 0.3);"
  }
}
