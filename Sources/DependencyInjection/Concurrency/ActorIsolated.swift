/// A value that is shared between tasks, behind an actor.
///
/// ``LockIsolated`` does the same without suspending; prefer it.
public final actor ActorIsolated<Value> {
  /// The value.
  public var value: Value

  /// Creates an actor around a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// Reads and changes the value.
  ///
  /// - Parameter operation: Receives the value. It cannot suspend, so no other code accesses the
  ///   value meanwhile.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public func withValue<T: Sendable>(
    _ operation: @Sendable (inout Value) throws -> T
  ) rethrows -> T {
    try operation(&value)
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
