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

  /// Creates values without overrides. In tests and previews, the defaults are created again.
  public init() {
    self.init(overrides: Overrides(defaults: DependencyDefaults()))
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
      overrides.set(Override(newValue, key: key, name: function), for: ObjectIdentifier(key))
    }
  }

  /// The value at a key path.
  ///
  /// Swift reads a property before it writes it through a key path. This subscript writes a
  /// dependency without creating its default.
  public subscript<Value>(keyPath keyPath: WritableKeyPath<DependencyValues, Value>) -> Value {
    get { read(self, keyPath) }
    set { assign(newValue, to: keyPath) }
  }

  /// The context that these values are for.
  public var context: DependencyContext {
    get { overriddenContext ?? preparedContext }
    set { self[DependencyContextKey.self] = newValue }
  }

  private var preparedContext: DependencyContext {
    Self.defaults.context(in: TestIdentity.current)
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
      && reader == nil && other.reader == nil
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
  class AnyOverride: @unchecked Sendable {
    // Unchecked: the compiler does not check classes that have subclasses. This class and its only
    // subclass are immutable.

    let key: any TestDependencyKey.Type
    /// The name of the declaration that set the value.
    let name: StaticString

    fileprivate init(key: any TestDependencyKey.Type, name: StaticString) {
      self.key = key
      self.name = name
    }

    final func unwrapped<Value: Sendable>(as type: Value.Type) -> Value {
      // Safe: each value is stored under the key that it was created for.
      unsafeDowncast(self, to: Override<Value>.self).value
    }
  }

  private final class Override<Value: Sendable>: AnyOverride, @unchecked Sendable {
    let value: Value

    init<Key: TestDependencyKey>(_ value: Value, key: Key.Type, name: StaticString)
    where Key.Value == Value {
      self.value = value
      super.init(key: key, name: name)
    }
  }

  private final class Overrides: @unchecked Sendable {
    // Unchecked: only the setter above changes it, while it is uniquely referenced.
    private var values: [ObjectIdentifier: AnyOverride]
    /// The defaults of values that were created with `DependencyValues()`, and of copies of these;
    /// `nil` for the defaults of the test.
    let defaults: DependencyDefaults?

    static let none = Overrides(defaults: nil)

    init(defaults: DependencyDefaults?) {
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

// MARK: - Assignments through key paths

extension DependencyValues {
  /// A type-erased ``Assignment``.
  private class AnyAssignment: @unchecked Sendable {
    // Unchecked: it is created, used and released by one call on one thread.

    /// Whether the new value has taken the place of a default.
    var hasBeenRead = false
  }

  /// A value that is being assigned through a key path. It takes the place of the default that
  /// Swift reads before it writes.
  private final class Assignment<Value>: AnyAssignment, @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  @TaskLocal private static var assignment: AnyAssignment?

  /// Writes a value through a key path, without creating the default that it replaces.
  private mutating func assign<Value>(
    _ newValue: Value,
    to keyPath: WritableKeyPath<DependencyValues, Value>
  ) {
    var values = self
    let assignment = Assignment(newValue)
    Self.$assignment.withValue(assignment) { write(newValue, to: keyPath, of: &values) }
    if !assignment.hasBeenRead || OneComponentKeyPaths.contain(keyPath) {
      self = values
    } else {
      // The key path leads to a part that has the same type as the whole. The new value must not
      // take the place of the whole.
      write(newValue, to: keyPath, of: &self)
    }
  }

  /// Returns the value that is being assigned, if it has the type of a default.
  private func assignedValue<Value>(as type: Value.Type) -> Value? {
    guard let assignment = Self.assignment as? Assignment<Value> else { return nil }
    assignment.hasBeenRead = true
    return assignment.value
  }
}

/// The key paths that consist of one computed property.
private enum OneComponentKeyPaths {
  private struct Answers: @unchecked Sendable {
    // Unchecked: key paths are immutable.
    var ofKeyPaths: [AnyKeyPath: Bool] = [:]
  }

  private static let answers = Mutex(Answers())

  static func contain(_ keyPath: AnyKeyPath) -> Bool {
    nonisolated(unsafe) let keyPath = keyPath  // Safe: only its hash and its components are read.
    return answers.withLock { answers in
      if let answer = answers.ofKeyPaths[keyPath] { return answer }
      let answer = hasOneComponent(keyPath)
      answers.ofKeyPaths[keyPath] = answer
      return answer
    }
  }

  /// Only the description of a key path tells its components: `\Root.name.name`, or
  /// `\Root.<computed 0x1234 (Value)>.name` if the name of a component is not known.
  private static func hasOneComponent(_ keyPath: AnyKeyPath) -> Bool {
    let path = keyPath.debugDescription.drop { $0 != "." }.dropFirst()
    let computed = path.ranges(of: "<computed ").count
    return computed == 0
      ? !path.contains(".")
      : computed == 1 && path.first == "<"
        && path.hasSuffix(")>")
  }
}

// In generic code, `subscript(keyPath:)` is always the one of the standard library.

private func read<Root, Value>(_ root: Root, _ keyPath: KeyPath<Root, Value>) -> Value {
  root[keyPath: keyPath]
}

private func write<Root, Value>(
  _ value: Value,
  to keyPath: WritableKeyPath<Root, Value>,
  of root: inout Root
) {
  root[keyPath: keyPath] = value
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

  /// The defaults of the process and of its tests.
  private static let defaults = DependencyDefaults()

  /// Returns where a default is stored. In the live context, each key has one default for the whole
  /// process.
  private func defaults(in context: DependencyContext) -> DependencyDefaults {
    guard context != .live else { return Self.defaults }
    return overrides.defaults ?? outerOverrides?.defaults ?? Self.defaults
  }

  private func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type,
    property: Property
  ) -> Key.Value {
    var (id, used) = Self.defaults.used(
      ObjectIdentifier(key),
      in: overriddenContext,
      TestIdentity.current
    )
    let defaults = defaults(in: id.context)
    if defaults !== Self.defaults { used = defaults.used(id) }
    if let used { return used.unwrapped(as: Key.Value.self) }
    if let value = assignedValue(as: Key.Value.self) { return value }

    while true {
      switch defaults.request(id) {
      case .made(let value, let firstUse):
        if let firstUse { report(firstUse, of: key, property: property) }
        return value.unwrapped(as: Key.Value.self)
      case .making(let making):
        if making.wait() { continue }
        // The default depends on itself: it reads itself while it is created, possibly by way of
        // defaults that other threads create.
        making.countRecursion()
        return makeDefaultValue(of: key, context: id.context, property: property).value
      case .missing(let making):
        // Outside of the lock, because creating a value may read others.
        let (value, firstUse) = makeDefaultValue(of: key, context: id.context, property: property)
        let override = Override(value, key: key, name: property.name)
        return defaults.end(making, with: override, firstUse: firstUse)
          .unwrapped(as: Key.Value.self)
      }
    }
  }

  /// Creates the default of a key.
  ///
  /// - Returns: The value, and what its first use reports; `nil` if it is being used.
  private func makeDefaultValue<Key: TestDependencyKey>(
    of key: Key.Type,
    context: DependencyContext,
    property: Property
  ) -> (value: Key.Value, firstUse: FirstUse?) {
    var values = self
    values.reader = nil
    let isPreparing = DependencyPreparation.isRunning
    return Self.$_current.withValue(values) {
      switch context {
      case .live:
        if let live = liveValue(of: key) { return (live, isPreparing ? .silent : nil) }
        if !isPreparing { reportMissingLiveValue(of: key, property: property) }
        return (Key.testValue, isPreparing ? .missingLiveValue : nil)
      case .preview:
        return (Key.previewValue, isPreparing ? .silent : nil)
      case .test:
        let access = Access(property: property, reader: reader, isPreparing: isPreparing)
        let value = Self.$access.withValue(access) { Key.testValue }
        return (value, isPreparing ? access.firstUse.withLock { $0 } : nil)
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
    var conflicts: [String] = []
    overrides.forEach { key, value in
      guard old.overrides[key] !== value else { return }
      let isNew: Bool
      if key == ObjectIdentifier(DependencyContextKey.self) {
        isNew = Self.defaults.prepare(context, in: test)
      } else {
        isNew = defaults(in: context).prepare(
          value,
          for: DependencyDefaults.ID(key: key, context: context, test: test)
        )
      }
      if !isNew { conflicts.append(Self.description(of: value.key, name: value.name)) }
    }
    guard !conflicts.isEmpty else { return }
    reportIssue(
      """
      prepareDependencies: \(conflicts.sorted().joined(separator: ", ")) \
      \(conflicts.count == 1 ? "was" : "were") already used, or prepared, before.

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

extension DependencyKey {
  fileprivate static var anyLiveValue: Any { liveValue }
}

// MARK: - Reports

extension DependencyValues {
  /// What the first use of a default reports that was created while dependencies were prepared.
  enum FirstUse: Sendable {
    case silent
    case missingLiveValue
    case missingTestValue(@Sendable (Property, Reader?) -> Void)
    /// The test value asked whether it is used.
    case fromTestValue
  }

  /// The read of a dependency that creates its default value.
  private final class Access: Sendable {
    let property: Property
    let reader: Reader?
    let isPreparing: Bool
    let firstUse = Mutex(FirstUse.silent)

    init(property: Property, reader: Reader?, isPreparing: Bool) {
      self.property = property
      self.reader = reader
      self.isPreparing = isPreparing
    }
  }

  @TaskLocal private static var access: Access?

  /// Whether a test uses the dependency whose test value is being created. `false` if the test only
  /// reads it while it prepares dependencies.
  static var isUsedInTest: Bool {
    isUsedInTest(otherwise: .fromTestValue)
  }

  /// - Parameter firstUse: What the first use reports, if this is none.
  private static func isUsedInTest(otherwise firstUse: FirstUse) -> Bool {
    if let access, access.isPreparing {
      access.firstUse.withLock {
        if case .silent = $0 { $0 = firstUse }
      }
      return false
    }
    return !DependencyPreparation.isRunning && _current.context == .test
  }

  private func report<Key: TestDependencyKey>(
    _ firstUse: FirstUse,
    of key: Key.Type,
    property: Property
  ) {
    switch firstUse {
    case .silent: break
    case .missingLiveValue: reportMissingLiveValue(of: key, property: property)
    case .missingTestValue(let report): report(property, reader)
    case .fromTestValue: _ = makeDefaultValue(of: key, context: .test, property: property)
    }
  }

  /// Reports that a test uses a key without a test value.
  static func reportMissingTestValue<Key: DependencyKey>(of key: Key.Type) {
    let isUsed = isUsedInTest(
      otherwise: .missingTestValue { property, reader in
        reportMissingTestValue(of: key, property: property, reader: reader)
      }
    )
    guard isUsed else { return }
    reportMissingTestValue(of: key, property: access?.property, reader: access?.reader)
  }

  private static func reportMissingTestValue<Key: DependencyKey>(
    of key: Key.Type,
    property: Property?,
    reader: Reader?
  ) {
    report(
      """
      \(description(of: key, name: property?.name)) is used in a test, but has no test value.

      \(details(of: key, property: property, reader: reader))
      A live value uses the network, files or the time, which a test should not do by accident.

      To fix this, override the dependency in the test with 'withDependencies', or declare a \
      'testValue' for '\(typeName(key))'.
      """,
      property: property,
      reader: reader
    )
  }

  private func reportMissingLiveValue<Key: TestDependencyKey>(
    of key: Key.Type,
    property: Property
  ) {
    Self.report(
      """
      \(Self.description(of: key, name: property.name)) has no live value, but is used in a live context.

      \(Self.details(of: key, property: property, reader: reader))
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

  private static func description(
    of key: any TestDependencyKey.Type,
    name: StaticString?
  ) -> String {
    guard let name, !isSubscript(name) else { return "@Dependency(\(typeName(key)).self)" }
    return "@Dependency(\\.\(name))"
  }

  private static func details<Key: TestDependencyKey>(
    of key: Key.Type,
    property: Property?,
    reader: Reader?
  ) -> String {
    var details = ""
    if let reader, let property, isSubscript(property.name) {
      // `property` is the code of this module that reads the key for the `@Dependency`.
      details += "  Declared: \(reader.fileID):\(reader.line)\n"
    } else if let property {
      details += "  Declared: \(property.fileID):\(property.line)\n"
    }
    details += "  Key: \(typeName(key))\n"
    if key != Key.Value.self { details += "  Value: \(typeName(Key.Value.self))\n" }
    return details
  }

  /// Returns whether a name is that of a function or subscript that reads a key by its type, and
  /// not that of a property.
  private static func isSubscript(_ name: StaticString) -> Bool {
    "\(name)".contains("(")
  }
}
