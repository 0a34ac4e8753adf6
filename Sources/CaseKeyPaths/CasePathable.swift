import IssueReporting

/// An enum whose cases have key paths. Conform with the `@CasePathable` macro.
public protocol CasePathable {
  /// A namespace with a property of type `AnyCasePath` for each case.
  associatedtype AllCasePaths

  /// The enum's case paths.
  static var allCasePaths: AllCasePaths { get }
}

/// An enum whose case key paths can be listed: `Array(Destination.allCasePaths)`.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

/// Case paths that know which of them leads to the associated value of an enum:
/// `Destination.allCasePaths[destination]`.
public protocol CasePathReflectable<Root> {
  /// The enum.
  associatedtype Root: CasePathable

  /// The key path of the case that `root` is in.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

extension CasePathable {
  /// The root of the enum's case key paths: `\Destination.Cases.edit`.
  public typealias Cases = Case<Self>

  /// The associated value of a case, or `nil` when the enum is in another one.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    AnyCasePath(keyPath).extract(from: self)
  }

  /// Replaces the enum by the case with the assigned value: `destination[case: \.edit] = state`.
  @_disfavoredOverload
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value {
    @available(*, unavailable)
    get { fatalError("A case can only be read as an optional.") }
    set { self = AnyCasePath(keyPath).embed(newValue) }
  }

  /// The associated value of a case whose type is not known, or `nil` when the enum is in another
  /// one.
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    // Only `Case` conforms, and a key path that starts at a `Case` and ends elsewhere is no case.
    (Case<Self>()[keyPath: keyPath] as? any PartialCase)?.extractAny(from: self)
  }

  /// The associated value of a case, or `nil` when the enum is in another one. This is
  /// `destination.edit` for an enum marked `@dynamicMemberLookup`.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>> & Sendable
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Replaces the enum by the case with the assigned value: `destination.edit = state`, for an enum
  /// marked `@dynamicMemberLookup`.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>> & Sendable
  ) -> Value {
    @available(*, unavailable)
    get { fatalError("A case can only be read as an optional.") }
    set { self = Self.allCasePaths[keyPath: keyPath].embed(newValue) }
  }

  /// Whether the enum is in a case: `destination.is(\.edit)`.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    self[case: keyPath] != nil
  }

  /// Changes the associated value of a case in place: `destination.modify(\.edit) { $0.name = "" }`.
  ///
  /// When the enum is in another case this reports an issue, and changes nothing.
  ///
  /// - Parameters:
  ///   - keyPath: The case.
  ///   - yield: Changes the value. An error that it throws leaves the enum as it was.
  public mutating func modify<Value, Failure: Error>(
    _ keyPath: CaseKeyPath<Self, Value>,
    yield: (inout Value) throws(Failure) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(Failure) {
    let path = AnyCasePath(keyPath)
    guard var value = path.extract(from: self) else {
      reportIssue(
        """
        Can't modify "\(Value.self)" through "\(Self.self)": the value is in another case.

        Found: \(caseDescription(of: self))
        """,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
      return
    }
    try yield(&value)
    self = path.embed(value)
  }
}

/// The case of an enum as written in a pattern, without its associated values, which can be large.
func caseDescription<Enum>(of value: Enum) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum || mirror.displayStyle == .optional else { return "\(value)" }
  if mirror.displayStyle == .optional {
    guard let wrapped = mirror.children.first?.value else { return "nil" }
    return caseDescription(of: wrapped)
  }
  guard let child = mirror.children.first else { return ".\(value)" }
  return ".\(child.label ?? "\(value)")(…)"
}
