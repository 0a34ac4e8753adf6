import CaseKeyPaths

extension AnyCasePath {
  /// Changes the associated value of the case in place.
  ///
  /// The value is moved out of the enum and back, so that what it holds is not shared meanwhile, and no array in it copied.
  ///
  /// - Returns: What the closure returns, `nil` where the enum is in another case.
  @inlinable
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    // Not in variables: without optimisation, large values of each level would lie on the stack while `body` runs.
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      guard let value = buffer.baseAddress, take(from: &root, to: value) else { return nil }
      // Nobody else can see the enum while it holds nothing, and the closure always returns.
      defer { put(value, into: &root) }
      return body(&value.pointee)
    }
  }

  /// Moves the value out of the enum, which then holds nothing.
  @inlinable
  func take(from root: inout Root, to value: UnsafeMutablePointer<Value>) -> Bool {
    guard let extracted = extract(from: root) else { return false }
    value.initialize(to: extracted)
    withUnsafeMutablePointer(to: &root) { _ = $0.deinitialize(count: 1) }
    return true
  }

  /// Moves the value into the enum, which holds nothing.
  @inlinable
  func put(_ value: UnsafeMutablePointer<Value>, into root: inout Root) {
    withUnsafeMutablePointer(to: &root) { $0.initialize(to: embed(value.move())) }
  }
}
