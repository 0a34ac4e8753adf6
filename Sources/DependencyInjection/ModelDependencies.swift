import IssueReporting
import Synchronization

/// The dependencies with which objects were created.
enum ModelDependencies {
  private struct Entry: @unchecked Sendable {
    // Unchecked: the object is never used. The code only checks whether it still exists.
    weak var object: AnyObject?
    let values: DependencyValues
  }

  private struct Table {
    var entries: [ObjectIdentifier: Entry] = [:]
    var countAtNextPurge = 64
  }

  private static let table = Mutex(Table())

  /// Stores the current dependencies for an object that `withDependencies` returns, if the object
  /// has no `@Dependency` that stores them.
  static func register<R>(_ result: R) {
    guard R.self is AnyClass else { return }
    let object = result as AnyObject
    guard dependency(of: object) == nil else { return }
    let id = ObjectIdentifier(object)
    let entry = Entry(object: object, values: ._current)
    table.withLock { table in
      table.entries[id] = entry
      guard table.entries.count >= table.countAtNextPurge else { return }
      table.entries = table.entries.filter { $0.value.object != nil }
      table.countAtNextPurge = max(64, 2 * table.entries.count)
    }
  }

  /// Returns the dependencies with which a model was created. Reports if there are none.
  static func values(
    of model: AnyObject,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) -> DependencyValues {
    if let dependency = dependency(of: model) { return dependency.initialValues }
    let id = ObjectIdentifier(model)
    let entry = table.withLock { $0.entries[id] }
    if let entry, entry.object != nil { return entry.values }
    reportIssue(
      """
      withDependencies(from:): '\(type(of: model))' has no dependencies.

      The current dependencies are used instead. A model has dependencies if it has a property \
      '@Dependency', or if a 'withDependencies' operation has returned it.
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    return ._current
  }

  private static func dependency(of model: AnyObject) -> (any ScopedDependency)? {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let current = mirror {
      for child in current.children {
        if let dependency = child.value as? any ScopedDependency { return dependency }
      }
      mirror = current.superclassMirror
    }
    return nil
  }
}
