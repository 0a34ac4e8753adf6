/// A pair of functions that convert between an enum and the associated value of one of its cases.
///
/// `@CasePathable` generates one for each case. Code that handles many values with the same case
/// key path converts the key path to an `AnyCasePath` once and keeps it: calling ``embed(_:)`` and
/// ``extract(from:)`` costs a closure call and applies no key path.
///
/// Its functions are `@inlinable`, as is all code on the way of an action: generic code that is not
/// specialised for the client's types looks these types up at each call.
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let _embed: @Sendable (Value) -> Root
  @usableFromInline let _extract: @Sendable (Root) -> Value?
  @usableFromInline package let name: CaseName

  /// Creates a case path from its two halves.
  ///
  /// - Parameters:
  ///   - embed: Makes an enum from an associated value.
  ///   - extract: Returns the associated value, or `nil` when the enum is in another case.
  ///   - name: The name of the case, for reports. By default, that of the property that returns the
  ///     case path.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    name: StaticString = #function
  ) {
    self.init(embed: embed, extract: extract, name: .property(name))
  }

  @inlinable
  package init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    name: CaseName
  ) {
    _embed = embed
    _extract = extract
    self.name = name
  }

  /// Creates a case path from a function that makes an enum, such as a case or a static function.
  ///
  /// Prefer a case key path. This is for functions that no key path names, such as the requirement
  /// of a protocol. The associated value is found by reflection, and is wrong if the function makes
  /// the enum from another value than the one that is given to it.
  ///
  /// - Parameter embed: Makes an enum from an associated value.
  /// - Complexity: Extracting takes some microseconds.
  public init(unsafe embed: @escaping (Value) -> Root) {
    // A function that makes an enum captures nothing. `Sendable` leaves no trace at run time.
    let embed = unsafeBitCast(embed, to: (@Sendable (Value) -> Root).self)
    self.init(
      embed: embed,
      extract: { Reflection.extract(from: $0, embed: embed) },
      name: .text("")
    )
  }

  /// Resolves a case key path: `AnyCasePath(\Destination.Cases.edit)`.
  ///
  /// - Complexity: Applies the key path once, here; the resulting functions do not.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].resolved(from: Root.self)
  }

  /// The function ``embed(_:)``. A closure that captures it is faster than one that captures the
  /// case path, whose type generic code would look up at each call.
  @inlinable
  package var embedding: @Sendable (Value) -> Root { _embed }

  /// Makes an enum from an associated value.
  @inlinable
  public func embed(_ value: Value) -> Root {
    _embed(value)
  }

  /// Returns the associated value, or `nil` when `root` is in another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    _extract(root)
  }

  /// Returns the case path that first takes this one, and then one of the associated value.
  @inlinable
  public func appending<AppendedValue>(
    path: AnyCasePath<Value, AppendedValue>
  ) -> AnyCasePath<Root, AppendedValue> {
    let (embed, extract) = (_embed, _extract)
    return AnyCasePath<Root, AppendedValue>(
      embed: { embed(path.embed($0)) },
      extract: { extract($0).flatMap(path.extract(from:)) },
      name: .chain(name, path.name)
    )
  }
}

extension AnyCasePath where Root == Value {
  /// The case path from a value to itself, which is that of the key path `\.self`.
  public init() {
    self.init(embed: { $0 }, extract: { $0 }, name: .text(""))
  }
}

/// How a case path is written in a report.
@usableFromInline
package indirect enum CaseName: Sendable {
  /// The name of the property that returns the case path.
  case property(StaticString)
  /// A subscript, with its brackets.
  case text(String)
  case chain(CaseName, CaseName)

  /// The name, as after the backslash of a key path.
  var description: String {
    switch self {
    // Functions and closures that make a case path have no name of a case.
    case .property(let name): "\(name)".contains("(") ? "" : ".\(name)"
    case .text(let text): text
    case .chain(let first, let second): first.description + second.description
    }
  }
}

extension AnyCasePath {
  /// The case path as a key path is written: `\.path[id: #0].saveButtonTapped`.
  package var keyPathDescription: String {
    let name = name.description
    return name.isEmpty ? "\\.self" : "\\\(name.hasPrefix("[") ? "." : "")\(name)"
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  public var debugDescription: String {
    "AnyCasePath<\(Root.self), \(Value.self)>"
  }
}
