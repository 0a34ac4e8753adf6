import Foundation
import Testing

@testable import GtkViews

/// The contrasts of the colours of the look, which need no display.
@Suite struct PaletteTests {
  /// A colour that is shown on another.
  private struct Pair: CustomStringConvertible {
    let name: String
    let front: SolidColor
    let back: SolidColor
    let minimum: Double

    var description: String {
      "\(name): \(front.css) on \(back.css) is \(front.contrast(with: back)), not \(minimum)"
    }
  }

  /// The looks in light, dark and high contrast, with the accents of GNOME and others.
  private static func looks() -> [DesignTokens] {
    var generator = SeededGenerator(state: 37)
    let random = (0..<200).map { _ in SolidColor(UInt32.random(in: 0...0xffffff, using: &generator))
    }
    let extremes = [SolidColor.black, .white, SolidColor(0xffff00), SolidColor(0x0000ff)]
    return (Palette.accents.values + random + extremes).flatMap { accent in
      [false, true].flatMap { isDark in
        [false, true].map {
          DesignTokens(isDark: isDark, hasHighContrast: $0, accent: accent)
        }
      }
    }
  }

  private static func pairs(_ palette: Palette) -> [Pair] {
    let surfaces = [
      ("page", palette.page), ("sidebar", palette.sidebar), ("card", palette.card),
      ("popover", palette.popover),
    ]
    let fills = Palette.fills
    /// What texts and edges stand on: the surfaces, and what lies on these.
    let raised = surfaces.flatMap { name, surface in
      [
        (name, surface),
        ("\(name) below the pointer", surface.mixed(with: palette.text, fills.hover)),
      ]
    }
    let selected = surfaces.map { name, surface in
      ("\(name), selected", surface.mixed(with: palette.accentControl, fills.selection))
    }
    let buttons = surfaces.flatMap { name, surface in
      [fills.button, fills.buttonHover, fills.buttonActive].map {
        ("button on \(name)", surface.mixed(with: palette.text, $0))
      }
    }
    func pairs(
      _ name: String,
      _ front: SolidColor,
      _ backs: [(String, SolidColor)],
      _ minimum: Double
    ) -> [Pair] {
      backs.map { Pair(name: "\(name) on \($0.0)", front: front, back: $0.1, minimum: minimum) }
    }
    return pairs("text", palette.text, raised + selected + buttons, 4.5)
      + pairs("dim text", palette.dimText, raised + selected, 4.5)
      + pairs("accent", palette.accentText, raised, 4.5)
      + pairs("error", palette.errorText, raised, 4.5)
      + pairs("warning", palette.warningText, raised, 4.5)
      + pairs("success", palette.successText, raised, 4.5)
      + pairs("text", palette.overlayText, [("overlay", palette.overlay)], 4.5)
      + pairs(
        "text",
        palette.textOnAccent,
        [("accent", palette.accentFill), ("accent below the pointer", palette.accentFillHover)],
        4.5
      )
      + pairs(
        "text",
        palette.textOnDestructive,
        [
          ("destructive", palette.destructiveFill),
          ("destructive below the pointer", palette.destructiveFillHover),
        ],
        4.5
      )
      + pairs("edge", palette.controlEdge, raised, 3)
      + pairs("focus ring", palette.focusRing, raised + selected, 3)
      + pairs("accented control", palette.accentControl, raised, 3)
      + pairs("mark", palette.markOnAccent, [("accented control", palette.accentControl)], 3)
      + pairs("knob", .white, [("track of a switch that is off", palette.controlEdge)], 3)
  }

  @Test func `texts, edges and focus rings have enough contrast in each look and with each accent`()
  {
    for look in Self.looks() {
      let failing = Self.pairs(look.colors).filter { $0.front.contrast(with: $0.back) < $0.minimum }
      #expect(failing.isEmpty, "dark: \(look.isDark), high contrast: \(look.hasHighContrast)")
    }
  }

  @Test func `with high contrast, texts have a contrast of 7 and edges of 4.5`() {
    for look in Self.looks() where look.hasHighContrast {
      let failing = Self.pairs(look.colors).filter {
        $0.front.contrast(with: $0.back)
          < ($0.minimum == 4.5 ? 7 : $0.name.contains("edge") ? 4.5 : 0)
      }
      #expect(failing.isEmpty, "dark: \(look.isDark)")
      let lines = [look.colors.page, look.colors.card].map {
        look.colors.separator.contrast(with: $0)
      }
      #expect(lines.allSatisfy { $0 >= 4.5 })
    }
  }

  @Test func `each colour has a contrast that is tested, or needs none`() {
    let needNone: Set = ["separator", "disabledText"]
    let palette = Palette(isDark: true, hasHighContrast: false, accent: SolidColor(0x3a944a))
    let tested = Set(Self.pairs(palette).flatMap { [$0.front, $0.back] })
    for (name, value) in Mirror(reflecting: palette).children {
      guard let name, let color = value as? SolidColor, !needNone.contains(name) else { continue }
      #expect(tested.contains(color), "\(name)")
    }
  }

  @Test func `what has contrast enough keeps the colour of the accent`() {
    let purple = SolidColor(0x9141ac)
    let palette = Palette(isDark: false, hasHighContrast: false, accent: purple)
    #expect(palette.accentFill == purple)
    #expect(palette.accentControl == purple)
    #expect(palette.textOnAccent == .white)
    let blue = Palette(isDark: false, hasHighContrast: false, accent: Palette.standardAccent)
    #expect(blue.accentFill != Palette.standardAccent)
  }

  @Test func `texts on light accents are black`() {
    let lemon = SolidColor(0xfff07c)
    for isDark in [false, true] {
      let palette = Palette(isDark: isDark, hasHighContrast: false, accent: lemon)
      #expect(palette.textOnAccent == .black)
      #expect(palette.accentFill == lemon)
    }
  }

  @Test func `contrast is computed as the guidelines say`() {
    #expect(abs(SolidColor.black.contrast(with: .white) - 21) < 0.001)
    #expect(SolidColor(0x777777).contrast(with: SolidColor(0x777777)) == 1)
    // The lightest grey that texts on white may have.
    #expect(SolidColor(0x767676).contrast(with: .white) >= 4.5)
    #expect(SolidColor(0x777777).contrast(with: .white) < 4.5)
    #expect(SolidColor(0x3584e4).css == "rgb(53,132,228)")
    #expect(SolidColor(red: 1.2, green: 0.5, blue: -1) == SolidColor(0xff8000))
  }
}
