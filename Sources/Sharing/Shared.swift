import CustomDump
import DependencyInjection
import IdentifiedArrays
import IssueReporting
import Observation

/// A value that several features, views and tasks share, and that may outlive them.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Shared(.appStorage("volume")) var volume = 0.5
///   @Shared(.fileStorage(.applicationSupportDirectory.appending(path: "Notes/notes.json")))
///   var notes: [Note] = []
///   @Shared(.inMemory("isSignedIn")) var isSignedIn = false
///   @Shared var draft: Note
/// }
/// ```
///
/// All properties with the same key share one value. A property without a key, the last of these,
/// is given its shared value when the state is created: `Child.State(draft: state.$draft)`, or
/// `Shared(value: Note())`.
///
/// The value is changed under a lock, from any thread, and the key saves the change:
///
/// ```swift
/// state.$volume.withLock { $0 += 0.1 }
/// ```
///
/// Views and `observe` observe its reads. Two shared values are equal if their values are equal.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value> {
  private let box: ReferenceBox<any MutableReference<Value>>

  init(reference: any MutableReference<Value>) {
    box = ReferenceBox(reference) { ($0.description, $0.value(.actual)) }
  }

  var reference: any MutableReference<Value> { box.reference() }

  // MARK: Without a key

  /// Creates a value that is shared by all copies of this `Shared`, and not saved.
  ///
  /// - Parameter value: The initial value.
  public init(value: Value) {
    self.init(reference: PlainReference(value))
  }

  /// Returns the same shared value, for parameters that are passed with `$`.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Shares the wrapped value of an optional shared value.
  ///
  /// When the optional becomes `nil` later, the last wrapped value is kept as a separate value.
  ///
  /// - Parameter base: The optional shared value.
  /// - Returns: `nil` if the optional is `nil`.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: DerivedReference(base: base.reference, part: WrappedPart(value)))
  }

  // MARK: With a key

  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - value: The default. It is evaluated if no shared value with this key exists, and used if
  ///     there is no value yet or it cannot be loaded; the latter is reported.
  ///   - key: The key.
  public init(
    wrappedValue value: @autoclosure () -> Value,
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    @Dependency(\.referenceCache) var cache
    self.init(
      reference: cache.reference(
        of: key,
        initialValue: value,
        location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    )
  }

  /// Shares the value of a key that has a default, with another default.
  ///
  /// It is a separate initializer so that a literal, such as that of an array, is inferred to have
  /// the type of the key's value.
  ///
  /// - Parameters:
  ///   - value: The default. It is evaluated if no shared value with this key exists.
  ///   - key: The key.
  public init<Key: SharedKey>(
    wrappedValue value: @autoclosure () -> Value,
    _ key: Key.Default,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      wrappedValue: value(),
      key.base,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Shares the value of a key that has a default.
  ///
  /// - Parameter key: The key.
  public init<Key: SharedKey>(
    _ key: Key.Default,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      wrappedValue: key.defaultValue(),
      key,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Shares the optional value of a key, which is `nil` if there is none yet.
  ///
  /// - Parameter key: The key.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil,
      key,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  @available(
    *,
    unavailable,
    message: "give the property a value, or make it an optional: there may be no value yet"
  )
  @_disfavoredOverload
  public init(_ key: some SharedKey<Value>) {
    fatalError("nobody can call it")
  }

  /// Shares the value of a key that is required to exist.
  ///
  /// - Parameter key: The key.
  /// - Throws: What loading throws, or ``MissingSharedValue`` if there is no value.
  public init(
    require key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Value: Sendable {
    @Dependency(\.referenceCache) var cache
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let value = try await requiredValue(of: key)
    self.init(
      reference: cache.reference(
        of: key,
        initialValue: { value },
        loading: .done,
        location: location
      )
    )
  }

  // MARK: The value

  /// The value. Its reads are observed. Use `withLock` to change it.
  public var wrappedValue: Value {
    get { reference.observedValue }
    @available(
      *,
      unavailable,
      message: "Use '$shared.withLock { $0 = newValue }' to change a shared value"
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The shared value itself: to pass it on, to change it, or to share a part of it. Assigning
  /// another shared value replaces it in all copies.
  public var projectedValue: Shared {
    get { self }
    nonmutating set { box.replace(with: newValue.reference) }
  }

  /// Changes the value under a lock, then notifies the observers and saves the value.
  ///
  /// - Parameter operation: Changes the value. It must be short and must not wait. It must change
  ///   this shared value only through its argument; other changes are reported. It reads the value
  ///   before the change if it reads the shared value itself. If it throws, the changes that it has
  ///   made are kept.
  /// - Returns: What the operation returns.
  @discardableResult
  public func withLock<R>(
    _ operation: (_ value: inout Value) throws -> R,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) rethrows -> R {
    let reference = reference
    if reference.isInOwnLock {
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        .report(changeInOwnLock(of: reference.description))
    }
    return try reference.withLock(operation)
  }

  // MARK: Parts

  /// A part of the value, shared: `$user.name`, `$list[0]`, `$rows[id: id]`.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    Shared<Member>(
      reference: DerivedReference(base: reference, part: MutablePropertyPart(keyPath: keyPath))
    )
  }

  /// A part of the value that can only be read, shared.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }

  /// Shares what a closure computes from the value:
  /// `$user.read { "\($0.firstName) \($0.lastName)" }`.
  ///
  /// - Parameter body: Computes the result. It is called at each read.
  public func read<Member>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader(self).read(body)
  }

  // MARK: Loading and saving

  /// Whether a value is being loaded. Reads are observed.
  public var isLoading: Bool { reference.isLoading }

  /// The error of the last load; `nil` if it succeeded. Reads are observed.
  public var loadError: (any Error)? { reference.loadError }

  /// The error of the last save; `nil` if it succeeded. Reads are observed.
  public var saveError: (any Error)? { reference.saveError }

  /// Loads the value again. Does nothing without a key.
  ///
  /// - Throws: What loading throws. The error is then also the ``loadError``.
  public func load() async throws {
    try await reference.load()
  }

  /// Loads the value of another key, which this shared value and its copies have from then on.
  ///
  /// - Parameter key: The other key.
  /// - Throws: What loading throws. The error is then also the ``loadError``.
  public func load(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Value: Sendable {
    @Dependency(\.referenceCache) var cache
    let reference = cache.reference(
      of: key,
      initialValue: { wrappedValue },
      loading: .byCaller,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    box.replace(with: reference)
    try await reference.load()
  }

  /// Saves the value, also if it has not changed. Does nothing without a key.
  ///
  /// - Throws: What saving throws. The error is then also the ``saveError``.
  public func save() async throws {
    try await reference.save()
  }
}

extension Shared: Sendable where Value: Sendable {}
extension Shared: Observable {}

extension Shared: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  public static func == (lhs: Shared, rhs: Shared) -> Bool {
    SharedAssertion.areEqual(lhs.box.reference(.expected), rhs.box.reference(.actual))
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension Shared: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension Shared: Decodable where Value: Decodable {
  /// Decodes a value that is shared by all copies of this `Shared`. The key is not encoded.
  public init(from decoder: any Decoder) throws {
    self.init(value: try Value(from: decoder))
  }
}

extension Shared: CustomStringConvertible {
  /// The value and the name of its storage: `Shared<Int>(5, .appStorage("count"))`.
  public var description: String { reference.describe(as: "Shared") }
}

extension Shared: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { box.reference(.actual).value(.actual) }
}

extension Shared: _CustomDiffObject {
  public var _customDiffValues: (Any, Any) {
    (box.reference(.expected).value(.expected), box.reference(.actual).value(.actual))
  }

  public var _objectIdentifier: ObjectIdentifier { reference.identity }
}

/// Loads the value of a key that is required to exist.
///
/// - Throws: What loading throws, or ``MissingSharedValue`` if there is no value.
func requiredValue<Key: SharedReaderKey>(of key: Key) async throws -> Key.Value {
  let value = try await withCheckedThrowingContinuation { continuation in
    key.load(
      context: .userInitiated,
      continuation: LoadContinuation(String(describing: key)) {
        continuation.resume(with: $0.mapError(cause(of:)))
      }
    )
  }
  guard let value else { throw MissingSharedValue(key: String(describing: key)) }
  return value
}
