public import DependencyInjection

extension Dependency {
  /// Creates access to a dependency whose value a test knows more of than its type says:
  /// `@Dependency(\.tracker, as: MockTracker.self) var tracker`.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - type: The type that its value has. The process stops when a value of another type is read:
  ///     the test has nothing to go on with then.
  public init<Base>(
    _ keyPath: any KeyPath<DependencyValues, Base> & Sendable,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      reading: { values in
        let value = values[keyPath: keyPath]
        guard let result = value as? Value else {
          preconditionFailure(
            "@Dependency(\(keyPath), as:) is a \(Swift.type(of: value)), and not a \(Value.self).",
            file: (filePath),
            line: line
          )
        }
        return result
      },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
