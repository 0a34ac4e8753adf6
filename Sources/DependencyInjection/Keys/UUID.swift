import Foundation
import Synchronization

extension DependencyValues {
  /// Makes identifiers. Tests override it, most often with ``UUIDGenerator/incrementing``.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }

  private enum UUIDGeneratorKey: DependencyKey {
    static let liveValue = UUIDGenerator { UUID() }
  }
}

/// A function that makes identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator from a function.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// The same identifier every time.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator { uuid }
  }

  /// A generator that counts: `UUID(0)`, `UUID(1)`, `UUID(2)`, …
  public static var incrementing: UUIDGenerator {
    let counter = Counter()
    return UUIDGenerator { UUID(counter.next()) }
  }

  /// The next identifier.
  public func callAsFunction() -> UUID {
    generate()
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int {
      count.wrappingAdd(1, ordering: .relaxed).oldValue
    }
  }
}

extension UUID {
  /// An identifier that shows a number in its last digits, as
  /// ``UUIDGenerator/incrementing`` makes them.
  ///
  /// - Parameter value: A number. It is written in hexadecimal; a negative one without its sign,
  ///   for which the 16th digit is 1.
  public init(_ value: Int) {
    let magnitude = UInt64(value.magnitude)
    let byte = { (index: UInt64) in UInt8(truncatingIfNeeded: magnitude >> (index * 8)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, value < 0 ? 1 : 0,
        byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
      )
    )
  }
}
