import Foundation

/// An opaque colour in the sRGB colour space, with the mathematics of contrast.
nonisolated struct SolidColor: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  /// - Parameter hex: The three components, one byte each: `0x3584e4`.
  init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }

  /// - Parameters:
  ///   - red: From 0 to 1.
  ///   - green: From 0 to 1.
  ///   - blue: From 0 to 1.
  init(red: Double, green: Double, blue: Double) {
    func byte(_ value: Double) -> UInt8 {
      value.isFinite ? UInt8((min(max(value, 0), 1) * 255).rounded()) : 0
    }
    (self.red, self.green, self.blue) = (byte(red), byte(green), byte(blue))
  }

  static let black = SolidColor(0x000000)
  static let white = SolidColor(0xffffff)

  /// The colour in CSS.
  var css: String { "rgb(\(red),\(green),\(blue))" }

  private var components: [Double] { [red, green, blue].map { Double($0) / 255 } }

  /// The relative luminance as the Web Content Accessibility Guidelines define it, from 0 to 1.
  var luminance: Double {
    let linear = components.map { $0 <= 0.04045 ? $0 / 12.92 : power(($0 + 0.055) / 1.055) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func power(_ base: Double) -> Double { pow(base, 2.4) }

  /// Returns the contrast with another colour as the Web Content Accessibility Guidelines define
  /// it, from 1 to 21.
  func contrast(with other: SolidColor) -> Double {
    let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  /// Returns a mixture with another colour.
  ///
  /// - Parameters:
  ///   - other: The other colour.
  ///   - share: How much of the other colour is in the mixture, from 0 to 1. This is also what an
  ///     observer sees of `other` with this opacity above this colour.
  func mixed(with other: SolidColor, _ share: Double) -> SolidColor {
    let mixed = zip(components, other.components).map { $0 * (1 - share) + $1 * share }
    return SolidColor(red: mixed[0], green: mixed[1], blue: mixed[2])
  }

  /// Returns the colour nearest to this one, on the way to black or white, that has a contrast with
  /// all of some colours.
  ///
  /// - Parameters:
  ///   - target: Black or white, whichever is farther from the colours: their contrast with it has
  ///     to be enough.
  ///   - minimum: The contrast.
  ///   - surfaces: The colours.
  func moved(
    to target: SolidColor,
    untilContrastIs minimum: Double,
    with surfaces: [SolidColor]
  ) -> SolidColor {
    let steps = 100
    let candidates = (0...steps).lazy.map { mixed(with: target, Double($0) / Double(steps)) }
    return candidates.first { candidate in
      surfaces.allSatisfy { candidate.contrast(with: $0) >= minimum }
    } ?? target
  }

  /// Black or white, whichever has the higher contrast with this colour.
  var opposite: SolidColor {
    contrast(with: .black) > contrast(with: .white) ? .black : .white
  }
}
