import CustomDump
import DependencyInjection
import Observation

/// A shared value that cannot be changed through this property. See ``Shared``.
///
/// ```swift
/// @SharedReader(.appStorage("volume")) var volume = 0.5
/// @SharedReader var user: User            // created with `SharedReader(state.$user)`
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value> {
  private let box: ReferenceBox<any Reference<Value>>

  init(reference: any Reference<Value>) {
    box = ReferenceBox(reference) { ($0.description, $0.value(.actual)) }
  }

  var reference: any Reference<Value> { box.reference() }

  // MARK: Without a key

  /// Creates a value that never changes.
  ///
  /// - Parameter value: The value.
  public init(value: Value) {
    self.init(reference: PlainReference(value))
  }

  /// Returns a value that never changes.
  public static func constant(_ value: Value) -> SharedReader {
    SharedReader(value: value)
  }

  /// Returns the same shared value, for parameters that are passed with `$`.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// Shares the value of a ``Shared``, without being able to change it.
  public init(_ base: Shared<Value>) {
    self.init(reference: base.reference)
  }

  /// Shares the wrapped value of an optional shared value, without being able to change it.
  ///
  /// When the optional becomes `nil` later, the last wrapped value is read.
  ///
  /// - Parameter base: The optional shared value.
  /// - Returns: `nil` if the optional is `nil`.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// Shares the wrapped value of an optional shared value.
  ///
  /// When the optional becomes `nil` later, the last wrapped value is read.
  ///
  /// - Parameter base: The optional shared value.
  /// - Returns: `nil` if the optional is `nil`.
  public init?(_ base: SharedReader<Value?>) {
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
  @_disfavoredOverload
  public init(
    wrappedValue value: @autoclosure () -> Value,
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    @Dependency(\.referenceCache) var cache
    self.init(
      reference: cache.reader(
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
  public init<Key: SharedReaderKey>(
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
  public init<Key: SharedReaderKey>(
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
    _ key: some SharedReaderKey<Value>,
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

  /// Shares the value of a key that is required to exist.
  ///
  /// - Parameter key: The key.
  /// - Throws: What loading throws, or ``MissingSharedValue`` if there is no value.
  public init(
    require key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Value: Sendable {
    @Dependency(\.referenceCache) var cache
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let value = try await requiredValue(of: key)
    self.init(
      reference: cache.reader(of: key, initialValue: { value }, loading: .done, location: location)
    )
  }

  // MARK: The value

  /// The value. Its reads are observed.
  public var wrappedValue: Value { reference.observedValue }

  /// The shared value itself: to pass it on, or to share a part of it. Assigning another shared
  /// value replaces it in all copies.
  public var projectedValue: SharedReader {
    get { self }
    nonmutating set { box.replace(with: newValue.reference) }
  }

  /// A part of the value, shared.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader<Member>(
      reference: DerivedReference(base: reference, part: PropertyPart(keyPath: keyPath))
    )
  }

  /// Shares what a closure computes from the value:
  /// `$user.read { "\($0.firstName) \($0.lastName)" }`.
  ///
  /// - Parameter body: Computes the result. It is called at each read.
  public func read<Member>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(
      reference: DerivedReference(base: reference, part: ClosurePart(body: body))
    )
  }

  // MARK: Loading

  /// Whether a value is being loaded. Reads are observed.
  public var isLoading: Bool { reference.isLoading }

  /// The error of the last load; `nil` if it succeeded. Reads are observed.
  public var loadError: (any Error)? { reference.loadError }

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
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Value: Sendable {
    @Dependency(\.referenceCache) var cache
    let reference = cache.reader(
      of: key,
      initialValue: { wrappedValue },
      loading: .byCaller,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    box.replace(with: reference)
    try await reference.load()
  }
}

// The same for a `SharedKey`, so that `.name` finds what is declared for such keys only.

extension SharedReader {
  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - value: The default. It is evaluated if no shared value with this key exists, and used if
  ///     there is no value yet or it cannot be loaded; the latter is reported.
  ///   - key: The key.
  @_disfavoredOverload
  public init<Key: SharedKey<Value>>(
    wrappedValue value: @autoclosure () -> Value,
    _ key: Key,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    @Dependency(\.referenceCache) var cache
    self.init(
      reference: cache.reader(
        of: key,
        initialValue: value,
        location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    )
  }

  /// Shares the value of a key that has a default, with another default.
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
      reference: cache.reader(of: key, initialValue: { value }, loading: .done, location: location)
    )
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
    let reference = cache.reader(
      of: key,
      initialValue: { wrappedValue },
      loading: .byCaller,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    box.replace(with: reference)
    try await reference.load()
  }
}

extension SharedReader: Sendable where Value: Sendable {}
extension SharedReader: Observable {}

extension SharedReader: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  public static func == (lhs: SharedReader, rhs: SharedReader) -> Bool {
    SharedAssertion.areEqual(lhs.box.reference(.expected), rhs.box.reference(.actual))
  }
}

extension SharedReader: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension SharedReader: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension SharedReader: Decodable where Value: Decodable {
  /// Decodes a value that never changes.
  public init(from decoder: any Decoder) throws {
    self.init(value: try Value(from: decoder))
  }
}

extension SharedReader: CustomStringConvertible {
  /// The value and the name of its storage: `SharedReader<Int>(5, .appStorage("count"))`.
  public var description: String { reference.describe(as: "SharedReader") }
}

extension SharedReader: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { box.reference(.actual).value(.actual) }
}

extension SharedReader: _CustomDiffObject {
  public var _customDiffValues: (Any, Any) {
    (box.reference(.expected).value(.expected), box.reference(.actual).value(.actual))
  }

  public var _objectIdentifier: ObjectIdentifier { reference.identity }
}
