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
  let initialValues: DependencyValues
  private let read: @Sendable (DependencyValues) -> Value
  private let reader: DependencyValues.Reader

  /// Creates access to a property of ``DependencyValues``.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    initialValues = ._current
    read = { $0[keyPath: keyPath] }
    reader = DependencyValues.Reader(
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
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
    initialValues = ._current
    read = { $0[Key.self] }
    reader = DependencyValues.Reader(
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// The dependency's current value.
  public var wrappedValue: Value {
    var values = DependencyValues._current.falling(backOn: initialValues)
    values.reader = reader
    return read(values)
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
