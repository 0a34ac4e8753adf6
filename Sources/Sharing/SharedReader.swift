import CustomDump
import DependencyInjection

/// A shared value that this holder may read and not change. See ``Shared``.
///
/// ```swift
/// @SharedReader(.appStorage("volume")) var volume = 0.5
/// @SharedReader var user: User            // given as `SharedReader(state.$user)`
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

  /// Makes a value that nobody changes.
  ///
  /// - Parameter value: The value.
  public init(value: Value) {
    self.init(reference: PlainReference(value))
  }

  /// A value that nobody changes.
  public static func constant(_ value: Value) -> SharedReader {
    SharedReader(value: value)
  }

  /// The same shared value, for `$`-arguments of functions.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// The shared value of somebody who may change it.
  public init(_ base: Shared<Value>) {
    self.init(reference: base.reference)
  }

  /// Shares what an optional shared value contains.
  ///
  /// When it becomes `nil` later, the last value is answered.
  ///
  /// - Parameter base: The optional shared value.
  /// - Returns: `nil` where there is no value.
  public init?(_ base: SharedReader<Value?>) {
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

  /// Shares the optional value of a key: `nil` where there is none yet.
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

  /// Shares the value of a key that must be there.
  ///
  /// - Parameter key: The key.
  /// - Throws: What loading it throws, and ``MissingSharedValue`` where there is no value.
  public init(
    require key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Value: Sendable {
    @Dependency(\.referenceCache) var cache
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let value = try await requiredValue(of: key)
    self.init(
      reference: cache.reader(of: key, initialValue: { value }, isLoaded: true, location: location)
    )
  }

  // MARK: The value

  /// The value, observed where it is read.
  public var wrappedValue: Value { reference.observedValue }

  /// The shared value itself, to be handed on or derived from. Assigning makes it, and all copies
  /// of it, another shared value.
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

  /// What a closure reads of the value, shared: `$user.read { "\($0.firstName) \($0.lastName)" }`.
  ///
  /// - Parameter body: Reads. It is called whenever the result is read.
  public func read<Member>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(
      reference: DerivedReference(base: reference, part: ClosurePart(body: body))
    )
  }

  // MARK: Loading

  /// Whether a value is on its way from where it is kept. Observed.
  public var isLoading: Bool { reference.isLoading }

  /// Why the value could not be loaded the last time; `nil` where it could. Observed.
  public var loadError: (any Error)? { reference.loadError }

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
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
    box.replace(with: reference)
    try await reference.load()
  }
}

extension SharedReader: Sendable where Value: Sendable {}

extension SharedReader: Equatable where Value: Equatable {
  /// Whether the values are equal.
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
  /// Decodes a value that nobody changes.
  public init(from decoder: any Decoder) throws {
    self.init(value: try Value(from: decoder))
  }
}

extension SharedReader: CustomStringConvertible {
  public var description: String { "SharedReader<\(Value.self)>(\(reference.description))" }
}

extension SharedReader: _CustomDiffObject {
  public var _customDiffValues: (Any, Any) {
    (box.reference(.expected).value(.expected), box.reference(.actual).value(.actual))
  }

  public var _objectIdentifier: ObjectIdentifier { reference.identity }
}
