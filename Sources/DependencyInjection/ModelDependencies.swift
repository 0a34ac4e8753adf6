import Synchronization

/// The scopes that objects were created in.
enum ModelDependencies {
  private struct Entry: Sendable {
    weak let object: (AnyObject & Sendable)?
    let values: DependencyValues
  }

  private struct Table: ~Copyable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var countAtNextPurge = 64
  }

  private static let table = Mutex(Table())

  /// Remembers the current dependencies for an object that `withDependencies` returns.
  static func register<R>(_ result: R) {
    guard type(of: result as Any) is AnyClass else { return }
    let object = UncheckedSendable(result as AnyObject)
    guard dependency(of: object.value) == nil else { return }
    let values = DependencyValues._current
    table.withLock { table in
      table.entries[ObjectIdentifier(object.value)] = Entry(object: object, values: values)
      guard table.entries.count >= table.countAtNextPurge else { return }
      table.entries = table.entries.filter { $0.value.object != nil }
      table.countAtNextPurge = max(64, 2 * table.entries.count)
    }
  }

  /// The dependencies that a model was created with.
  static func values(
    of model: AnyObject,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> DependencyValues {
    if let dependency = dependency(of: model) { return dependency.initialValues }
    return ._current
  }
}
