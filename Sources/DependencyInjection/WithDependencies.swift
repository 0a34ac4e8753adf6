/// Runs an operation with some dependencies overridden.
///
///     let model = withDependencies {
///       $0.date = .constant(now)
///     } operation: {
///       FeatureModel()
///     }
///
/// The override applies to the operation, to the tasks that it starts, and to the ``Dependency``
/// properties that it creates.
///
/// - Parameters:
///   - updateValuesForOperation: Changes the current dependencies.
///   - operation: Runs with the changed dependencies.
/// - Returns: What the operation returns.
/// - Throws: What either closure throws.
@discardableResult
public func withDependencies<R>(
  _ updateValuesForOperation: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  let values = try DependencyValues._current.updated(by: updateValuesForOperation)
  return try DependencyValues.$_current.withValue(values) {
    let result = try DependencyPreparation.pause(operation)
    ModelDependencies.register(result)
    return result
  }
}

/// Runs an asynchronous operation with some dependencies overridden.
///
/// - Parameters:
///   - isolation: The actor on which both closures run: the caller's.
///   - updateValuesForOperation: Changes the current dependencies.
///   - operation: Runs with the changed dependencies.
/// - Returns: What the operation returns.
/// - Throws: What either closure throws.
@discardableResult
public func withDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ updateValuesForOperation: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues._current
  try await DependencyPreparation.run { try await updateValuesForOperation(&values) }
  return try await DependencyValues.$_current.withValue(values) {
    let result = try await DependencyPreparation.pause(operation)
    ModelDependencies.register(result)
    return result
  }
}

/// Runs an operation with the dependencies of a model, some of them overridden.
///
/// Use it when a model creates other models, so that they inherit its dependencies.
///
/// - Parameters:
///   - model: An object that was created in a `withDependencies` operation, or that has a
///     `@Dependency`. If it is neither, this is reported, and the operation runs with the current
///     dependencies.
///   - updateValuesForOperation: Changes the model's dependencies.
///   - operation: Runs with the changed dependencies.
/// - Returns: What the operation returns.
/// - Throws: What either closure throws.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  _ updateValuesForOperation: (inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let values = ModelDependencies.values(
    of: model,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
  return try withDependencies {
    $0 = $0.falling(backOn: values)
    try updateValuesForOperation(&$0)
  } operation: {
    try operation()
  }
}

/// Runs an operation with the dependencies of a model.
///
/// - SeeAlso: ``withDependencies(from:_:operation:fileID:filePath:line:column:)``
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  try withDependencies(
    from: model,
    { _ in },
    operation: operation,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

/// Runs an asynchronous operation with the dependencies of a model, some of them overridden.
///
/// - SeeAlso: ``withDependencies(from:_:operation:fileID:filePath:line:column:)``
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ updateValuesForOperation: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let values = ModelDependencies.values(
    of: model,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
  return try await withDependencies {
    $0 = $0.falling(backOn: values)
    try await updateValuesForOperation(&$0)
  } operation: {
    try await operation()
  }
}

/// Runs an asynchronous operation with the dependencies of a model.
///
/// - SeeAlso: ``withDependencies(from:_:operation:fileID:filePath:line:column:)``
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  try await withDependencies(
    from: model,
    isolation: isolation,
    { _ in },
    operation: operation,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

/// Sets the dependencies of the whole application or, in a test, of the whole test.
///
/// Call it once, before all dependencies are used. A dependency that has already been used or
/// prepared is reported and keeps its value.
///
/// - Parameter updateValues: Changes the dependencies.
/// - Throws: What the closure throws.
public func prepareDependencies<R>(
  _ updateValues: (inout DependencyValues) throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let old = DependencyValues._current
  var result: R?
  let values = try old.updated { result = try updateValues(&$0) }
  values.becomeDefaults(
    changedFrom: old,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
  return result!
}

/// Passes the current dependencies on to escaping closures.
///
/// Dependencies are task-local values. A closure that other code calls later does not have them.
///
///     withEscapedDependencies { dependencies in
///       legacyAPI.fetch { result in
///         dependencies.yield { model.handle(result) }
///       }
///     }
///
/// - Parameter operation: Receives an object whose method `yield` restores the dependencies.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation())
}

/// Passes the current dependencies on to escaping closures of an asynchronous operation.
public func withEscapedDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  fileprivate func updated(
    by update: (inout DependencyValues) throws -> Void
  ) rethrows -> DependencyValues {
    var values = self
    try DependencyPreparation.run { try update(&values) }
    return values
  }

  /// The dependencies at the time of the call of `withEscapedDependencies`.
  public struct Continuation: Sendable {
    private let dependencies = DependencyValues._current
    private let context = EscapedContexts.current

    /// Runs an operation with these dependencies.
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try DependencyValues.$_current.withValue(dependencies) {
        guard let context else { return try operation() }
        return try context.perform(operation)
      }
    }

    /// Runs an asynchronous operation with these dependencies.
    public func yield<R>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> R
    ) async rethrows -> R {
      try await DependencyValues.$_current.withValue(dependencies) {
        guard let context else { return try await operation() }
        return try await context.perform(isolation: isolation, operation)
      }
    }
  }
}
