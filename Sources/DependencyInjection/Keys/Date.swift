import Foundation

extension DependencyValues {
  /// Tells the time. Tests override it, most often with ``DateGenerator/constant(_:)``, or with
  /// `$0.date.now = date`.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }

  private enum DateGeneratorKey: DependencyKey {
    static let liveValue = DateGenerator { Date() }
  }
}

/// A function that tells the time.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator from a function.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The same time every time.
  public static func constant(_ now: Date) -> DateGenerator {
    DateGenerator { now }
  }

  /// What time it is. Assigning makes it a constant.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// What time it is.
  public func callAsFunction() -> Date {
    generate()
  }
}
