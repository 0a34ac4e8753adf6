/// How a change that follows an action should move on the screen, where a feature asks for it: `.send(.saved, animation: .default)`.
///
/// It is a name, no more: GTK moves pages, dialogs and rows by itself, in the time that the desktop's settings give, or at once
/// where the user wants no motion. Features that ask for an animation compile and run as they are, and the wish has no effect.
public struct Animation: Hashable, Sendable {
  private let name: String

  private init(_ name: String) {
    self.name = name
  }

  /// What the platform takes to be usual.
  public static let `default` = Animation("default")

  /// At the same speed from beginning to end.
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

  /// Like a spring whose swings add up where one change follows another.
  public static let interpolatingSpring = Animation("interpolatingSpring")

  /// Like a spring that swings to and fro.
  public static let bouncy = Animation("bouncy")

  /// Like a spring that swings hardly.
  public static let snappy = Animation("snappy")

  /// Like a spring that does not swing.
  public static let smooth = Animation("smooth")

  /// At the same speed, for some seconds.
  public static func linear(duration: Double) -> Animation {
    Animation("linear(\(duration))")
  }

  /// Slow at the beginning, for some seconds.
  public static func easeIn(duration: Double) -> Animation {
    Animation("easeIn(\(duration))")
  }

  /// Slow at the end, for some seconds.
  public static func easeOut(duration: Double) -> Animation {
    Animation("easeOut(\(duration))")
  }

  /// Slow at both ends, for some seconds.
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

  /// Like a spring that rests after some seconds.
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

  /// Like a spring that follows a finger and rests after some seconds.
  public static func interactiveSpring(
    duration: Double,
    extraBounce: Double = 0,
    blendDuration: Double = 0.25
  ) -> Animation {
    Animation("interactiveSpring(duration: \(duration), \(extraBounce), \(blendDuration))")
  }

  /// Like a spring with a weight, whose swings add up where one change follows another.
  public static func interpolatingSpring(
    mass: Double = 1,
    stiffness: Double,
    damping: Double,
    initialVelocity: Double = 0
  ) -> Animation {
    Animation("interpolatingSpring(\(mass), \(stiffness), \(damping), \(initialVelocity))")
  }

  /// Like a spring that rests after some seconds, and whose swings add up where one change follows
  /// another.
  public static func interpolatingSpring(
    duration: Double,
    bounce: Double = 0,
    initialVelocity: Double = 0
  ) -> Animation {
    Animation("interpolatingSpring(duration: \(duration), \(bounce), \(initialVelocity))")
  }

  /// At a speed that follows a curve with two control points.
  public static func timingCurve(
    _ p1x: Double,
    _ p1y: Double,
    _ p2x: Double,
    _ p2y: Double,
    duration: Double = 0.35
  ) -> Animation {
    Animation("timingCurve(\(p1x), \(p1y), \(p2x), \(p2y), duration: \(duration))")
  }

  /// Like a spring that swings to and fro, and rests after some seconds.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("bouncy(\(duration), \(extraBounce))")
  }

  /// Like a spring that swings hardly, and rests after some seconds.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("snappy(\(duration), \(extraBounce))")
  }

  /// Like a spring that does not swing, and rests after some seconds.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("smooth(\(duration), \(extraBounce))")
  }

  /// The same, some seconds later.
  public func delay(_ delay: Double) -> Animation {
    Animation("\(name).delay(\(delay))")
  }

  /// The same, some times as fast.
  public func speed(_ speed: Double) -> Animation {
    Animation("\(name).speed(\(speed))")
  }

  /// The same, several times.
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
    Animation("\(name).repeatCount(\(repeatCount), autoreverses: \(autoreverses))")
  }

  /// The same, again and again.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    Animation("\(name).repeatForever(autoreverses: \(autoreverses))")
  }
}

extension Animation: CustomStringConvertible {
  public var description: String { name }
}
