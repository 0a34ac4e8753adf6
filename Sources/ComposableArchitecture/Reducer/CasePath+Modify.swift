import CaseKeyPaths

extension AnyCasePath {
  /// Changes the associated value of the case in place.
  ///
  /// The value is moved out of the enum and back, so that what it holds is not shared meanwhile, and no array in it copied.
  ///
  /// - Returns: What the closure returns, `nil` where the enum is in another case.
  @inlinable
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard var value = extract(from: root) else { return nil }
    return withUnsafeMutablePointer(to: &root) { root in
      // Nobody else can see the enum while it holds nothing, and the closure always returns.
      root.deinitialize(count: 1)
      defer { root.initialize(to: embed(value)) }
      return body(&value)
    }
  }
}
