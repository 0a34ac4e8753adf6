public import DependencyInjection

extension Dependency {
  /// Reads a dependency whose value in this test has a more specific type than its declaration:
  /// `@Dependency(\.tracker, as: MockTracker.self) var tracker`.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - type: The type of the value. If a value of another type is read, the process stops,
  ///     because the test cannot continue.
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
