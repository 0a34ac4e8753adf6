import CaseKeyPaths

extension AnyCasePath {
  /// Modifies the associated value of a case in place.
  ///
  /// The value is moved out of the enum and back, so that it is not shared meanwhile and no array
  /// in it is copied.
  ///
  /// - Returns: The closure's result, `nil` if the enum is in another case.
  @inlinable
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    // Not in variables, because without optimisation large values of each level would be on the
    // stack while `body` runs.
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      guard let value = buffer.baseAddress, take(from: &root, to: value) else { return nil }
      // Safe, because no other code can access the enum while it has no value, and the closure
      // always returns.
      defer { put(value, into: &root) }
      return body(&value.pointee)
    }
  }

  /// Moves the value out of the enum, which is uninitialised afterwards.
  @inlinable
  func take(from root: inout Root, to value: UnsafeMutablePointer<Value>) -> Bool {
    guard let extracted = extract(from: root) else { return false }
    value.initialize(to: extracted)
    withUnsafeMutablePointer(to: &root) { _ = $0.deinitialize(count: 1) }
    return true
  }

  /// Moves the value into the enum, which is uninitialised.
  @inlinable
  func put(_ value: UnsafeMutablePointer<Value>, into root: inout Root) {
    withUnsafeMutablePointer(to: &root) { $0.initialize(to: embed(value.move())) }
  }
}
