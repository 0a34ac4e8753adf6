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
  ///
  /// Assigning replaces the associated value, `destination[case: \.edit] = state`, or a part of it,
  /// `destination[case: \.edit]?.name = ""`. It does nothing while the enum is in another case. To
  /// change the case, assign the enum itself: `destination = .edit(state)`. Assigning `nil` while
  /// the enum is in the case is reported and changes nothing, because an enum is always in some
  /// case.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set { replace(AnyCasePath(keyPath), with: newValue) }
  }

  /// The associated value of a case whose type is not known statically, or `nil` when the enum is
  /// in another case.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    // The cast fails if the key path ends at something other than a `Case`: only `Case` conforms.
    (Case<Self>()[keyPath: keyPath] as? any PartialCase)?.extractAny(from: self)
  }

  /// The associated value of a case, or `nil` when the enum is in another one. This is
  /// `destination.edit` for an enum marked `@dynamicMemberLookup`.
  ///
  /// Assigning does the same as with the subscript `case`: it replaces the associated value, and
  /// does nothing while the enum is in another case.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>> & Sendable
  ) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set { replace(Self.allCasePaths[keyPath: keyPath], with: newValue) }
  }

  private mutating func replace<Value>(_ path: AnyCasePath<Self, Value>, with newValue: Value?) {
    // Optional chaining that has found `nil` writes it back, and ends here.
    guard path.extract(from: self) != nil else { return }
    guard let newValue else {
      reportIssue(
        """
        Can't set the "\(Value.self)" of a "\(Self.self)" to "nil": an enum is always in some case.

        Nothing was changed. Assign another case instead or, if the enum is optional, assign "nil" to \
        the enum itself.
        """
      )
      return
    }
    self = path.embed(newValue)
  }

  /// Returns whether the enum is in a case: `destination.is(\.edit)`.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    self[case: keyPath] != nil
  }

  /// Returns a function that reads the `id` of the associated value without reflection.
  ///
  /// - Parameters:
  ///   - value: An enum of this type.
  ///   - transform: What is made of the `id`.
  /// - Returns: A function for enums in the same case as `value`; `nil` if the associated value is
  ///   not identifiable.
  package static func idReader<Root, T: IDTransform>(
    forCaseOf value: Root,
    _ transform: T
  ) -> ((Root) -> T.Result?)? {
    func open<Paths: CasePathReflectable>(_ paths: Paths) -> AnyKeyPath? {
      (value as? Paths.Root).map { paths[$0] }
    }
    guard
      let paths = allCasePaths as? any CasePathReflectable,
      let keyPath = open(paths) as? PartialCaseKeyPath<Root>
    else { return nil }
    return (Case<Root>()[keyPath: keyPath] as? any PartialCase)?.idReader(
      from: Root.self,
      transform
    )
  }

  /// Changes the associated value of a case in place:
  /// `destination.modify(\.edit) { $0.name = "" }`.
  ///
  /// When the enum is in another case, this reports an issue and changes nothing.
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
        Can't modify the "\(Value.self)" of a "\(Self.self)": the enum is in another case, \
        \(caseDescription(of: self)).

        Nothing was changed. To put an enum into another case, assign it whole. To make sure of the \
        case, read the subscript "[case:]" first.
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

/// Makes a value of an `id` of any type.
package protocol IDTransform: Sendable {
  associatedtype Result

  func result<ID: Hashable>(for id: ID) -> Result
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The key path of the case that the enum is in: `destination.case == \.edit`.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}

/// Returns the case of an enum as it is written in a pattern, without its associated values, which
/// can be large.
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
