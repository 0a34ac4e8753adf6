/// A property that reads a dependency.
///
///     @Dependency(\.uuid) var uuid
///     @Dependency(APIClient.self) var apiClient
///
/// Each read looks the value up: first among the overrides of the reading task, then among those of
/// the task that created the property, and last among the defaults. So an object that was created
/// in `withDependencies` keeps these dependencies for its lifetime.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  /// The dependencies of the task that created this property.
  let initialValues: DependencyValues
  private let source: Source

  // Reducers are created often. A key path is stored as it is, because a closure around it would
  // cost another allocation.
  private enum Source: Sendable {
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(@Sendable (DependencyValues) -> Value)
  }

  /// Reads a property of ``DependencyValues``.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      .keyPath(keyPath),
      reader: .init(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Reads a property of ``DependencyValues``. This overload is for the Swift 5 language mode,
  /// which does not infer that key path literals are `Sendable`.
  @available(swift, obsoleted: 6)
  public init(
    _ keyPath: KeyPath<DependencyValues, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      // Safe: `Sendable` has no representation at run time, and a key path without subscript
      // arguments is immutable. Key paths into `DependencyValues` have none.
      .keyPath(unsafeBitCast(keyPath, to: (any KeyPath<DependencyValues, Value> & Sendable).self)),
      reader: .init(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Reads the dependency with a key.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      .key { $0[Key.self] },
      reader: .init(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Reads what a closure returns for the dependencies.
  package init(
    reading read: @escaping @Sendable (DependencyValues) -> Value,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    self.init(
      .key(read),
      reader: .init(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  private init(_ source: Source, reader: DependencyValues.Reader) {
    var values = DependencyValues._current
    values.reader = reader
    initialValues = values
    self.source = source
  }

  /// The current value of the dependency.
  public var wrappedValue: Value {
    var values = DependencyValues._current.falling(backOn: initialValues)
    values.reader = initialValues.reader
    return switch source {
    case .keyPath(let keyPath): values[keyPath: keyPath]
    case .key(let read): read(values)
    }
  }
}

extension Dependency: CustomReflectable {
  /// Empty, because a dependency is not a part of the state that it is declared next to.
  public var customMirror: Mirror {
    Mirror(self, children: [])
  }
}

/// A type-erased `Dependency`, from which the dependencies of a model are read.
protocol ScopedDependency {
  var initialValues: DependencyValues { get }
}

extension Dependency: ScopedDependency {}
