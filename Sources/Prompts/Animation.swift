/// The animation that a feature asks for: `.send(.saved, animation: .default)`.
///
/// It has no effect. GTK animates pages, dialogs and rows by itself, as the desktop's settings say.
/// The type exists so that features that ask for animations compile and run unchanged.
public struct Animation: Hashable, Sendable {
  private let name: String

  private init(_ name: String) {
    self.name = name
  }

  /// The usual animation of the platform.
  public static let `default` = Animation("default")

  /// Constant speed.
  public static let linear = Animation("linear")

  /// Slow at the beginning.
  public static let easeIn = Animation("easeIn")

  /// Slow at the end.
  public static let easeOut = Animation("easeOut")

  /// Slow at both ends.
  public static let easeInOut = Animation("easeInOut")

  /// Like a spring.
  public static let spring = Animation("spring")

  /// Like a spring that follows a finger.
  public static let interactiveSpring = Animation("interactiveSpring")

  /// Like a spring. The velocities of successive changes add up.
  public static let interpolatingSpring = Animation("interpolatingSpring")

  /// Like a spring that swings back and forth.
  public static let bouncy = Animation("bouncy")

  /// Like a spring that hardly swings.
  public static let snappy = Animation("snappy")

  /// Like a spring that does not swing.
  public static let smooth = Animation("smooth")

  /// Constant speed, for `duration` seconds.
  public static func linear(duration: Double) -> Animation {
    Animation("linear(\(duration))")
  }

  /// Slow at the beginning, for `duration` seconds.
  public static func easeIn(duration: Double) -> Animation {
    Animation("easeIn(\(duration))")
  }

  /// Slow at the end, for `duration` seconds.
  public static func easeOut(duration: Double) -> Animation {
    Animation("easeOut(\(duration))")
  }

  /// Slow at both ends, for `duration` seconds.
  public static func easeInOut(duration: Double) -> Animation {
    Animation("easeInOut(\(duration))")
  }

  /// Like a spring that swings once in `response` seconds.
  public static func spring(
    response: Double = 0.5,
    dampingFraction: Double = 0.825,
    blendDuration: Double = 0
  ) -> Animation {
    Animation("spring(\(response), \(dampingFraction), \(blendDuration))")
  }

  /// Like a spring that rests after `duration` seconds.
  public static func spring(
    duration: Double,
    bounce: Double = 0,
    blendDuration: Double = 0
  ) -> Animation {
    Animation("spring(duration: \(duration), \(bounce), \(blendDuration))")
  }

  /// Like a spring that follows a finger and swings once in `response` seconds.
  public static func interactiveSpring(
    response: Double = 0.15,
    dampingFraction: Double = 0.86,
    blendDuration: Double = 0.25
  ) -> Animation {
    Animation("interactiveSpring(\(response), \(dampingFraction), \(blendDuration))")
  }

  /// Like a spring that follows a finger and rests after `duration` seconds.
  public static func interactiveSpring(
    duration: Double,
    extraBounce: Double = 0,
    blendDuration: Double = 0.25
  ) -> Animation {
    Animation("interactiveSpring(duration: \(duration), \(extraBounce), \(blendDuration))")
  }

  /// Like a spring with a mass. The velocities of successive changes add up.
  public static func interpolatingSpring(
    mass: Double = 1,
    stiffness: Double,
    damping: Double,
    initialVelocity: Double = 0
  ) -> Animation {
    Animation("interpolatingSpring(\(mass), \(stiffness), \(damping), \(initialVelocity))")
  }

  /// Like a spring that rests after `duration` seconds. The velocities of successive changes add
  /// up.
  public static func interpolatingSpring(
    duration: Double,
    bounce: Double = 0,
    initialVelocity: Double = 0
  ) -> Animation {
    Animation("interpolatingSpring(duration: \(duration), \(bounce), \(initialVelocity))")
  }

  /// The speed follows a Bézier curve with two control points.
  public static func timingCurve(
    _ p1x: Double,
    _ p1y: Double,
    _ p2x: Double,
    _ p2y: Double,
    duration: Double = 0.35
  ) -> Animation {
    Animation("timingCurve(\(p1x), \(p1y), \(p2x), \(p2y), duration: \(duration))")
  }

  /// Like a spring that swings back and forth, and rests after `duration` seconds.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("bouncy(\(duration), \(extraBounce))")
  }

  /// Like a spring that hardly swings, and rests after `duration` seconds.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("snappy(\(duration), \(extraBounce))")
  }

  /// Like a spring that does not swing, and rests after `duration` seconds.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("smooth(\(duration), \(extraBounce))")
  }

  /// Returns the animation, begun `delay` seconds later.
  public func delay(_ delay: Double) -> Animation {
    Animation("\(name).delay(\(delay))")
  }

  /// Returns the animation at `speed` times its speed.
  public func speed(_ speed: Double) -> Animation {
    Animation("\(name).speed(\(speed))")
  }

  /// Returns the animation, repeated `repeatCount` times.
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
    Animation("\(name).repeatCount(\(repeatCount), autoreverses: \(autoreverses))")
  }

  /// Returns the animation, repeated without end.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    Animation("\(name).repeatForever(autoreverses: \(autoreverses))")
  }
}

extension Animation: CustomStringConvertible {
  public var description: String { name }
}
