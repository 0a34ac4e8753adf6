import CustomDump
import DependencyInjection
import IdentifiedArrays
import IssueReporting

/// A value that several features, views and tasks have in common, and that may outlive them.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Shared(.appStorage("volume")) var volume = 0.5
///   @Shared(.fileStorage(.documentsDirectory.appending(path: "notes.json"))) var notes: [Note] = []
///   @Shared(.inMemory("isSignedIn")) var isSignedIn = false
///   @Shared var draft: Note
/// }
/// ```
///
/// Whoever uses the same key has the same value; the last of these gets it from whoever makes the state:
/// `Child.State(draft: state.$draft)`, or `Shared(value: Note())`.
///
/// It is changed under a lock, from any thread, and the change is saved where the key says:
///
/// ```swift
/// state.$volume.withLock { $0 += 0.1 }
/// ```
///
/// Reading it is observed by views and by `observe`. Two shared values are equal when their values are.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value> {
  private let box: ReferenceBox<any MutableReference<Value>>

  init(reference: any MutableReference<Value>) {
    box = ReferenceBox(reference) { ($0.description, $0.value(.actual)) }
  }

  var reference: any MutableReference<Value> { box.reference() }

  // MARK: Without a key

  /// Makes a value that is shared with those who get this `Shared`, and saved nowhere.
  ///
  /// - Parameter value: What it is to begin with.
  public init(value: Value) {
    self.init(reference: PlainReference(value))
  }

  /// The same shared value, for `$`-arguments of functions.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Shares what an optional shared value contains.
  ///
  /// When it becomes `nil` later, the last value is a value of its own from then on.
  ///
  /// - Parameter base: The optional shared value.
  /// - Returns: `nil` where there is no value.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: DerivedReference(base: base.reference, part: WrappedPart(value)))
  }

  // MARK: With a key

  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - value: The default, evaluated where nobody holds the value of this key. It is used where there is no value yet or
  ///     it cannot be loaded; the latter is reported.
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
        location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    )
  }

  /// Shares the value of a key that has a default, with another one in its place.
  ///
  /// It is told apart from the initializer for any key so that a literal, as of an array, gets the
  /// type of the key's value.
  ///
  /// - Parameters:
  ///   - value: The default here, evaluated where nobody holds the value of this key.
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

  /// Shares the optional value of a key: `nil` where there is none yet.
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

  /// Shares the value of a key that must be there.
  ///
  /// - Parameter key: The key.
  /// - Throws: What loading it throws, and ``MissingSharedValue`` where there is no value.
  public init(
    require key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Value: Sendable {
    @Dependency(\.referenceCache) var cache
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let value = try await requiredValue(of: key)
    self.init(
      reference: cache.reference(
        of: key,
        initialValue: { value },
        isLoaded: true,
        location: location
      )
    )
  }

  // MARK: The value

  /// The value, observed where it is read. It is changed by `withLock`.
  public var wrappedValue: Value {
    get { reference.observedValue }
    @available(
      *,
      unavailable,
      message: "Use '$shared.withLock { $0 = newValue }' to change a shared value"
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The shared value itself, to be handed on, changed or derived from. Assigning makes it, and all
  /// copies of it, another shared value.
  public var projectedValue: Shared {
    get { self }
    nonmutating set { box.replace(with: newValue.reference) }
  }

  /// Changes the value while nobody else can read or change it, then tells the observers and saves it.
  ///
  /// - Parameter operation: Changes the value. It must be short, must not wait, and must not change
  ///   this shared value but through its argument; that is reported. Reading the shared value gives
  ///   what it was before. Where the operation throws, what it changed before remains changed.
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
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
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

  /// What a closure reads of the value, shared: `$user.read { "\($0.firstName) \($0.lastName)" }`.
  ///
  /// - Parameter body: Reads. It is called whenever the result is read.
  public func read<Member>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader(self).read(body)
  }

  // MARK: Loading and saving

  /// Whether a value is on its way from where it is kept. Observed.
  public var isLoading: Bool { reference.isLoading }

  /// Why the value could not be loaded the last time; `nil` where it could. Observed.
  public var loadError: (any Error)? { reference.loadError }

  /// Why the value could not be saved the last time; `nil` where it could. Observed.
  public var saveError: (any Error)? { reference.saveError }

  /// Loads the value anew from where it is kept. Without a key, nothing happens.
  ///
  /// - Throws: What loading throws; it is also the ``loadError`` then.
  public func load() async throws {
    try await reference.load()
  }

  /// Loads the value of another key, which this and its copies share from now on.
  ///
  /// - Parameter key: The other key.
  /// - Throws: What loading throws; it is also the ``loadError`` then.
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
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    box.replace(with: reference)
    try await reference.load()
  }

  /// Saves the value, also where it has not changed. Without a key, nothing happens.
  ///
  /// - Throws: What saving throws; it is also the ``saveError`` then.
  public func save() async throws {
    try await reference.save()
  }
}

extension Shared: Sendable where Value: Sendable {}

extension Shared: Equatable where Value: Equatable {
  /// Whether the values are equal.
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
  /// Decodes a value that is shared with those who get this `Shared`. Which key it had is not encoded.
  public init(from decoder: any Decoder) throws {
    self.init(value: try Value(from: decoder))
  }
}

extension Shared: CustomStringConvertible {
  public var description: String { "Shared<\(Value.self)>(\(reference.description))" }
}

extension Shared: _CustomDiffObject {
  public var _customDiffValues: (Any, Any) {
    (box.reference(.expected).value(.expected), box.reference(.actual).value(.actual))
  }

  public var _objectIdentifier: ObjectIdentifier { reference.identity }
}

/// Loads the value of a key that must be there.
///
/// - Throws: What loading it throws, and ``MissingSharedValue`` where there is no value.
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
