import Foundation
import Synchronization

/// The dependencies of a task: the overridden values, and the defaults of the context for all other
/// keys.
///
/// Read it through ``Dependency``, and override it with ``withDependencies(_:operation:)``.
public struct DependencyValues: Sendable {
  /// The dependencies of the current task.
  @TaskLocal public static var _current = DependencyValues(overrides: .none)

  /// The overridden values. They are copied on write; to read them, or to bind them to a task,
  /// copies a reference.
  private var overrides: Overrides
  /// The overridden values for keys that `overrides` does not contain: those of the task that
  /// created a `@Dependency`.
  private var outerOverrides: Overrides?
  /// The `@Dependency` that these values are read for.
  var reader: Reader?
  /// Whether these values are being overridden. A value that is read meanwhile is only read to
  /// change a part of it.
  var isPreparing = false

  /// Creates values without overrides. In tests and previews, the defaults are created again.
  public init() {
    self.init(overrides: Overrides(defaults: OwnDefaults()))
  }

  private init(overrides: Overrides) {
    self.overrides = overrides
  }

  /// The dependencies with which a test begins, in any context: `withDependencies { $0 = .test }`.
  public static var test: DependencyValues { DependencyValues(context: .test) }

  /// The dependencies with which an application begins, in any context.
  public static var live: DependencyValues { DependencyValues(context: .live) }

  /// The dependencies with which a preview begins, in any context.
  public static var preview: DependencyValues { DependencyValues(context: .preview) }

  private init(context: DependencyContext) {
    self.init()
    self.context = context
  }

  /// The value of a key: the overridden one, or the default of the context.
  ///
  /// - Complexity: O(1). Each default is created once in an application, and once for each test.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column,
    function function: StaticString = #function
  ) -> Key.Value {
    get {
      let id = ObjectIdentifier(key)
      if let value = overrides[id] ?? outerOverrides?[id] {
        return value.unwrapped(as: Key.Value.self)
      }
      return defaultValue(
        of: key,
        property: Property(
          name: function,
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
      )
    }
    set {
      if outerOverrides != nil { flatten() }
      if !isKnownUniquelyReferenced(&overrides) { overrides = Overrides(copying: overrides) }
      overrides.set(Override(newValue, key: key), for: ObjectIdentifier(key))
    }
  }

  /// The context that these values are for.
  public var context: DependencyContext {
    get { overriddenContext ?? preparedContext }
    set { self[DependencyContextKey.self] = newValue }
  }

  private var preparedContext: DependencyContext {
    let test = TestIdentity.current
    return Self.defaults.withLock { $0.context(in: test) }
  }

  private var overriddenContext: DependencyContext? {
    let id = ObjectIdentifier(DependencyContextKey.self)
    return (overrides[id] ?? outerOverrides?[id])?.unwrapped(as: DependencyContext.self)
  }

  /// Returns these values, and those of `outer` for keys that are not overridden here.
  ///
  /// - Complexity: O(1), unless both have outer values already.
  func falling(backOn outer: DependencyValues) -> DependencyValues {
    if outer.overrides === overrides || outer.isEmpty { return self }
    var (inner, outer) = (self, outer)
    outer.reader = nil
    if isEmpty { return outer }
    inner.flatten()
    outer.flatten()
    inner.outerOverrides = outer.overrides
    return inner
  }

  /// Runs an operation with these values as the current dependencies.
  package func perform(_ operation: () -> Void) {
    // They mostly are the current values already, and binding a task-local value costs more than
    // reading it.
    if isIdentical(to: Self._current) {
      operation()
    } else {
      Self.$_current.withValue(self, operation: operation)
    }
  }

  private func isIdentical(to other: Self) -> Bool {
    overrides === other.overrides && outerOverrides === other.outerOverrides
      && reader == nil && other.reader == nil && isPreparing == other.isPreparing
  }

  private var isEmpty: Bool {
    overrides.isEmpty && outerOverrides == nil
  }

  private mutating func flatten() {
    guard let outerOverrides else { return }
    overrides = Overrides(copying: overrides, over: outerOverrides)
    self.outerOverrides = nil
  }
}

private enum DependencyContextKey: DependencyKey {
  static var liveValue: DependencyContext { .ofProcess }
  static var testValue: DependencyContext { .ofProcess }
}

// MARK: - Overrides

extension DependencyValues {
  /// A type-erased value that knows its key.
  private class AnyOverride: @unchecked Sendable {
    // Unchecked: the compiler does not check classes that have subclasses. The only subclass is
    // immutable.

    final func unwrapped<Value: Sendable>(as type: Value.Type) -> Value {
      // Safe: each value is stored under the key that it was created for.
      unsafeDowncast(self, to: Override<Value>.self).value
    }
  }

  private final class Override<Value: Sendable>: AnyOverride, @unchecked Sendable {
    let value: Value

    init<Key: TestDependencyKey>(_ value: Value, key: Key.Type) where Key.Value == Value {
      self.value = value
    }
  }

  private final class Overrides: @unchecked Sendable {
    // Unchecked: only the setter above changes it, while it is uniquely referenced.
    private var values: [ObjectIdentifier: AnyOverride]
    /// The defaults of values that were created with `DependencyValues()`, and of copies of these;
    /// `nil` for the defaults of the test.
    let defaults: OwnDefaults?

    static let none = Overrides(defaults: nil)

    init(defaults: OwnDefaults?) {
      values = [:]
      self.defaults = defaults
    }

    init(copying other: Overrides) {
      values = other.values
      defaults = other.defaults
    }

    init(copying inner: Overrides, over outer: Overrides) {
      values = outer.values.merging(inner.values) { _, inner in inner }
      defaults = inner.defaults ?? outer.defaults
    }

    var isEmpty: Bool { values.isEmpty && defaults == nil }

    subscript(key: ObjectIdentifier) -> AnyOverride? {
      values[key]
    }

    func set(_ value: AnyOverride, for key: ObjectIdentifier) {
      values[key] = value
    }

    func forEach(_ body: (ObjectIdentifier, AnyOverride) -> Void) {
      values.forEach(body)
    }
  }
}

// MARK: - Defaults

extension DependencyValues {
  /// The declaration of a property of `DependencyValues`.
  struct Property: Sendable {
    let name: StaticString
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
  }

  /// A `@Dependency`.
  struct Reader: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
  }

  private struct Defaults: Sendable {
    struct ID: Hashable {
      let key: ObjectIdentifier
      let context: DependencyContext
      let test: TestIdentity
    }

    /// The defaults that have been created.
    var values: [ID: AnyOverride] = [:]
    /// The contexts that `prepareDependencies` has set.
    var contexts: [TestIdentity: DependencyContext] = [:]

    func context(in test: TestIdentity) -> DependencyContext {
      contexts[test] ?? .ofProcess
    }
  }

  private static let defaults = Mutex(Defaults())

  /// The defaults of values that were created with `DependencyValues()`.
  private final class OwnDefaults: Sendable {
    let values = Mutex<[Defaults.ID: AnyOverride]>([:])
  }

  /// Stores a default, unless another thread has already stored one.
  ///
  /// - Returns: The stored default.
  private func keep(_ value: AnyOverride, _ id: Defaults.ID) -> AnyOverride {
    func keep(in values: inout [Defaults.ID: AnyOverride]) -> AnyOverride {
      if let made = values[id] { return made }
      values[id] = value
      return value
    }
    if let own = ownDefaults(for: id) { return own.values.withLock { keep(in: &$0) } }
    return Self.defaults.withLock { keep(in: &$0.values) }
  }

  /// Replaces a stored default.
  private func replaceDefault(_ id: Defaults.ID, by value: AnyOverride) {
    if let own = ownDefaults(for: id) {
      own.values.withLock { $0[id] = value }
    } else {
      Self.defaults.withLock { $0.values[id] = value }
    }
  }

  /// Returns where the default is stored; `nil` for the defaults of the process or test. In the
  /// live context, each key has one default for the whole process.
  private func ownDefaults(for id: Defaults.ID) -> OwnDefaults? {
    id.context == .live ? nil : overrides.defaults ?? outerOverrides?.defaults
  }

  private func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type,
    property: Property
  ) -> Key.Value {
    let (overriddenContext, test) = (overriddenContext, TestIdentity.current)
    var (id, made) = Self.defaults.withLock { defaults in
      let id = Defaults.ID(
        key: ObjectIdentifier(key),
        context: overriddenContext ?? defaults.context(in: test),
        test: test
      )
      return (id, defaults.values[id])
    }
    if let own = ownDefaults(for: id) { made = own.values.withLock { $0[id] } }
    if let made { return made.unwrapped(as: Key.Value.self) }

    // Outside of the lock, because creating a value may read others.
    let (value, isComplete) = makeDefaultValue(of: key, context: id.context, property: property)

    // Not stored while only read to override a part of it, so that a later use is still reported.
    if isPreparing, id.context != .live || !isComplete { return value }
    return keep(Override(value, key: key), id).unwrapped(as: Key.Value.self)
  }

  /// Creates the default of a key.
  ///
  /// - Returns: The value, and whether the key has a value for the context.
  private func makeDefaultValue<Key: TestDependencyKey>(
    of key: Key.Type,
    context: DependencyContext,
    property: Property
  ) -> (value: Key.Value, isComplete: Bool) {
    var values = self
    values.reader = nil
    values.isPreparing = false
    return Self.$_current.withValue(values) {
      switch context {
      case .live:
        if let live = liveValue(of: key) { return (live, true) }
        if !isPreparing { reportMissingLiveValue(of: key, property: property) }
        return (Key.testValue, false)
      case .preview:
        return (Key.previewValue, true)
      case .test:
        let access = Access(property: property, reader: reader, isPreparing: isPreparing)
        return (Self.$access.withValue(access) { Key.testValue }, true)
      }
    }
  }

  private func liveValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    // In two steps, because the value may itself be an optional whose `nil` must be kept.
    guard let key = key as? any DependencyKey.Type else { return nil }
    return key.anyLiveValue as? Key.Value
  }

  /// Makes these values the defaults of the process, or of the running test.
  func becomeDefaults(
    changedFrom old: DependencyValues,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let (context, test) = (context, TestIdentity.current)
    var hasConflict = false
    overrides.forEach { key, value in
      guard old.overrides[key] !== value else { return }
      let isNew: Bool
      let id = Defaults.ID(key: key, context: context, test: test)
      if key == ObjectIdentifier(DependencyContextKey.self) {
        isNew = Self.defaults.withLock { $0.contexts.updateValue(context, forKey: test) == nil }
      } else {
        isNew = keep(value, id) === value
      }
      // A preview is prepared again each time that it is shown.
      if !isNew, context == .preview { return replaceDefault(id, by: value) }
      if !isNew { hasConflict = true }
    }
    if hasConflict {
      reportIssue(
        """
        prepareDependencies: a dependency was already used, or prepared, before.

        The value that is prepared here is ignored, because other code already has another one. \
        Prepare dependencies once, before the application does anything else.
        """,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }
}

extension DependencyKey {
  fileprivate static var anyLiveValue: Any { liveValue }
}

// MARK: - Reports

extension DependencyValues {
  /// The read of a dependency that creates its default value.
  private struct Access: Sendable {
    let property: Property
    let reader: Reader?
    let isPreparing: Bool
  }

  @TaskLocal private static var access: Access?

  /// Whether a test uses the dependency whose test value is being created. `false` if the test only
  /// reads it to override a part of it.
  static var isUsedInTest: Bool {
    access?.isPreparing != true && _current.context == .test
  }

  /// Reports that a test uses a key without a test value.
  static func reportMissingTestValue<Key: DependencyKey>(of key: Key.Type) {
    guard isUsedInTest else { return }
    let access = access
    report(
      """
      \(description(of: key, property: access?.property)) is used in a test, but has no test value.

      \(details(of: key, property: access?.property))
      A live value uses the network, files or the time, which a test should not do by accident.

      To fix this, override the dependency in the test with 'withDependencies', or declare a \
      'testValue' for '\(typeName(key))'.
      """,
      property: access?.property,
      reader: access?.reader
    )
  }

  private func reportMissingLiveValue<Key: TestDependencyKey>(
    of key: Key.Type,
    property: Property
  ) {
    Self.report(
      """
      \(Self.description(of: key, property: property)) has no live value, but is used in a live context.

      \(Self.details(of: key, property: property))
      To fix this, conform '\(typeName(key))' to 'DependencyKey' with a 'liveValue', and link the \
      module with the conformance; or override the dependency here.
      """,
      property: property,
      reader: reader
    )
  }

  private static func report(_ message: String, property: Property?, reader: Reader?) {
    if let reader {
      reportIssue(
        message,
        fileID: reader.fileID,
        filePath: reader.filePath,
        line: reader.line,
        column: reader.column
      )
    } else if let property {
      reportIssue(
        message,
        fileID: property.fileID,
        filePath: property.filePath,
        line: property.line,
        column: property.column
      )
    } else {
      reportIssue(message)
    }
  }

  private static func description<Key: TestDependencyKey>(
    of key: Key.Type,
    property: Property?
  ) -> String {
    // If the key is read by its type, `property` has the name of the subscript of this module.
    guard let property, !"\(property.name)".contains("(") else {
      return "@Dependency(\(typeName(key)).self)"
    }
    return "@Dependency(\\.\(property.name))"
  }

  private static func details<Key: TestDependencyKey>(
    of key: Key.Type,
    property: Property?
  ) -> String {
    var details = ""
    if let property { details += "  Declared: \(property.fileID):\(property.line)\n" }
    details += "  Key: \(typeName(key))\n"
    if key != Key.Value.self { details += "  Value: \(typeName(Key.Value.self))\n" }
    return details
  }
}
