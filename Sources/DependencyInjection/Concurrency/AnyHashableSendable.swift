/// A type-erased hashable value that can be sent to other tasks.
///
///     let id = AnyHashableSendable(CancelID.timer)
///
/// Like `AnyHashable`, it is equal to another one if both wrap equal values.
public struct AnyHashableSendable: Hashable, @unchecked Sendable {
  // Safe, because the initializers take sendable values, or immutable ones. As an `AnyHashable`, a
  // value is compared and hashed several times faster than as an `any Hashable`.
  private let hashable: AnyHashable

  /// The value.
  public var base: any Hashable & Sendable {
    // Cannot fail, because what `AnyHashable` wraps is hashable; and `Sendable` leaves no trace at
    // run time.
    unsafeBitCast(hashable.base as! any Hashable, to: (any Hashable & Sendable).self)
  }

  /// Wraps a value. A value that is already wrapped is not wrapped again.
  public init(_ base: some Hashable & Sendable) {
    // `AnyHashable` takes a value out of its wrapper, see below.
    hashable = AnyHashable(base)
  }

  /// Wraps a value whose type cannot be asked whether it is sendable, such as the `id` of a value.
  ///
  /// - Parameter hashable: The value. It must be immutable.
  package init(unchecked hashable: AnyHashable) {
    self.hashable = hashable
  }

  /// Wraps a value whose type is not known statically.
  @_disfavoredOverload
  public init(_ base: any Hashable & Sendable) {
    func wrap(_ base: some Hashable & Sendable) -> Self { Self(base) }
    self = wrap(base)
  }
}

extension AnyHashableSendable: _HasCustomAnyHashableRepresentation {
  /// Converts to an `AnyHashable` of the wrapped value, so that it finds dictionary entries whose
  /// key is the value itself.
  public func _toCustomAnyHashable() -> AnyHashable? { hashable }
}

extension AnyHashableSendable: CustomStringConvertible {
  public var description: String { String(describing: base) }
}

extension AnyHashableSendable: CustomDebugStringConvertible {
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: base)))" }
}

extension AnyHashableSendable: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: base) }
}

extension AnyHashableSendable: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension AnyHashableSendable: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

extension AnyHashableSendable: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self.init(value) }
}

extension AnyHashableSendable: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self.init(value) }
}
