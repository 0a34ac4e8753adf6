import CustomDump

/// The state of a feature that is presented, or `nil`.
///
/// Use it through the ``Presents()`` macro; in features without `@ObservableState`, use the
/// property wrapper `@PresentationState`. The value is stored on the heap, so that features can
/// present themselves, and large states cost their parents nothing.
@propertyWrapper
public struct PresentationState<State> {
  /// The state on the heap. In a buffer, because the property of an object is copied before it can
  /// be passed on.
  @usableFromInline
  final class Storage: ManagedBuffer<Void, State> {
    @inlinable
    static func make(_ state: State) -> Storage {
      let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in }, to: Storage.self)
      storage.withState { $0.initialize(to: state) }
      return storage
    }

    @inlinable
    deinit {
      // Not within `withState`, because states are nested deeply, and closures take space on the
      // stack.
      withState { $0 }.deinitialize(count: 1)
    }

    /// Calls a closure with the address of the state.
    @inlinable
    func withState<Result>(_ body: (UnsafeMutablePointer<State>) -> Result) -> Result {
      withUnsafeMutablePointerToElements(body)
    }
  }

  @usableFromInline var storage: Storage?

  /// Makes storage for a state.
  @inlinable
  public init(wrappedValue: State?) {
    storage = wrappedValue.map(Storage.make)
  }

  /// The state, `nil` if nothing is presented.
  public var wrappedValue: State? {
    @inlinable get { storage?.withState { $0.pointee } }
    @inlinable set {
      guard let newValue else {
        storage = nil
        return
      }
      if isKnownUniquelyReferenced(&storage), let storage {
        storage.withState { $0.pointee = newValue }
      } else {
        storage = .make(newValue)
      }
    }
    @inlinable _modify {
      // The state is moved out and back, so that collections in it are mutated in place.
      var state: State?
      if isKnownUniquelyReferenced(&storage) {
        state = storage.take()?.withState { $0.pointee }
      } else {
        state = storage?.withState { $0.pointee }
      }
      defer { storage = state.map(Storage.make) }
      yield &state
    }
  }

  /// The storage itself, for `ifLet(\.$child, action: \.child)`.
  public var projectedValue: Self {
    @inlinable get { self }
    @inlinable set { self = newValue }
    @inlinable _modify { yield &self }
  }

  /// Modifies the state in place.
  ///
  /// - Returns: The closure's result, `nil` if nothing is presented.
  @inlinable
  mutating func modifyIfPresented<Result>(_ body: (inout State) -> Result) -> Result? {
    if !isKnownUniquelyReferenced(&storage), let shared = storage {
      storage = shared.withState { .make($0.pointee) }
    }
    guard let storage else { return nil }
    // Not within `withState`, because features that present each other are nested deeply, and each
    // closure takes space on the stack.
    let address = storage.withState { $0 }
    defer { withExtendedLifetime(storage) {} }
    return body(&address.pointee)
  }

  /// Reads the state where it is, without copying it.
  ///
  /// - Returns: The closure's result, `nil` if nothing is presented.
  @inlinable
  func read<Result>(_ body: (UnsafePointer<State>) -> Result) -> Result? {
    guard let storage else { return nil }
    let address = storage.withState { $0 }
    defer { withExtendedLifetime(storage) {} }
    return body(address)
  }

  /// The payload of a case of the presented enum state.
  ///
  /// Setting `nil` dismisses the feature. Setting the payload of another case is reported, and
  /// changes nothing.
  public subscript<Case>(
    case path: CaseKeyPath<State, Case>,
    fileID fileID: _HashableStaticString = #fileID,
    filePath filePath: _HashableStaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Case? where State: CasePathable {
    get { wrappedValue.flatMap { $0[case: path] } }
    set {
      guard let state = wrappedValue, state[case: path] != nil else {
        IssueLocation(
          fileID: fileID.staticString,
          filePath: filePath.staticString,
          line: line,
          column: column
        ).report(
          """
          Can't modify the case of presented state: \(
            wrappedValue.map { "it is in another case, \(debugCaseOutput($0))" }
              ?? "nothing is presented"
          ).

          Nothing was changed. The subscript "[case:]" changes the payload of the case that is presented, or \
          dismisses when set to "nil". To present another case, assign it whole: "destination = .other(…)". To \
          make sure of the case, read the subscript first.
          """
        )
        return
      }
      wrappedValue = newValue.map { AnyCasePath(path).embed($0) }
    }
  }
}

extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.storage === rhs.storage || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

// Safe, because the storage is private and copied on write: values share it only for reading.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try State?(from: decoder))
  }
}

extension KeyedDecodingContainer {
  /// Decodes the state of a presented feature; `nil` if the key is missing, as for any optional
  /// property. What an older version of a program has saved may lack it.
  ///
  /// - Throws: `DecodingError` if there is a value of another kind.
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type,
    forKey key: Key
  ) throws -> PresentationState<State> {
    PresentationState(wrappedValue: try decodeIfPresent(State.self, forKey: key))
  }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension PresentationState: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue as Any }
}
