/// Access to a dependency.
///
///     @Dependency(\.uuid) var uuid
///     @Dependency(APIClient.self) var apiClient
///
/// The value is looked up whenever it is read: first in the scope of the reading task, then in the
/// scope that the property was created in, and last among the defaults. So an object that was
/// created in `withDependencies` keeps these dependencies for its lifetime.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  /// The dependencies of the scope that this was created in, to be read for this property.
  let initialValues: DependencyValues
  private let source: Source

  // Reducers are created often: a key path is kept as it is, because a closure around it would be
  // one more allocation.
  private enum Source: Sendable {
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(@Sendable (DependencyValues) -> Value)
  }

  /// Creates access to a property of ``DependencyValues``.
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

  /// Creates access to a property of ``DependencyValues``, in the Swift 5 language mode, which does not see that the key
  /// path of a literal is sendable.
  @available(swift, obsoleted: 6)
  public init(
    _ keyPath: KeyPath<DependencyValues, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      // The same object: `Sendable` leaves no trace at run time. Without a subscript that captures, as a literal of
      // `DependencyValues` always is, a key path is immutable.
      .keyPath(unsafeBitCast(keyPath, to: (any KeyPath<DependencyValues, Value> & Sendable).self)),
      reader: .init(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Creates access to the dependency with a key.
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

  /// Creates access to what a closure reads of the dependencies.
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

  /// The dependency's current value.
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
  /// Nothing: a dependency is no part of the state that it is declared next to.
  public var customMirror: Mirror {
    Mirror(self, children: [])
  }
}

/// A `Dependency` of any type, for finding the scope that a model was created in.
protocol ScopedDependency {
  var initialValues: DependencyValues { get }
}

extension Dependency: ScopedDependency {}
