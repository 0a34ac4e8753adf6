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
        cast(values[keyPath: keyPath], "\(keyPath)", filePath, line)
      },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Reads the dependency with a key, whose value in this test has a more specific type:
  /// `@Dependency(TrackerKey.self, as: MockTracker.self) var tracker`.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type of the value. If a value of another type is read, the process stops,
  ///     because the test cannot continue.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      reading: { values in
        cast(values[Key.self], "\(Key.self).self", filePath, line)
      },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

private func cast<Value>(
  _ value: Any,
  _ dependency: String,
  _ filePath: StaticString,
  _ line: UInt
) -> Value {
  guard let result = value as? Value else {
    preconditionFailure(
      "@Dependency(\(dependency), as:) is a \(type(of: value)), and not a \(Value.self).",
      file: (filePath),
      line: line
    )
  }
  return result
}
