import Synchronization

/// A step from a value to a part of it.
///
/// A part that may disappear, such as an element, stores its last value. After it has disappeared,
/// reads and changes use this stored value.
protocol Part<Whole, Value>: Sendable {
  associatedtype Whole
  associatedtype Value

  func read(_ whole: Whole) -> Value
  func name(in whole: String) -> String
}

/// A step from a value to a part that may be changed.
protocol MutablePart<Whole, Value>: Part {
  func modify<R>(_ whole: inout Whole, _ operation: (inout Value) throws -> R) rethrows -> R
}

/// A part of the value of another reference.
final class DerivedReference<P: Part, Base: Sendable>: Sendable {
  private let base: Base
  private let whole: any Reference<P.Whole>
  private let part: P

  init(base: any MutableReference<P.Whole>, part: P) where Base == any MutableReference<P.Whole> {
    self.base = base
    whole = base
    self.part = part
  }

  init(base: any Reference<P.Whole>, part: P) where Base == any Reference<P.Whole> {
    self.base = base
    whole = base
    self.part = part
  }
}

extension DerivedReference: Reference {
  var identity: ObjectIdentifier { ObjectIdentifier(self) }
  var description: String { part.name(in: whole.description) }
  var isLoading: Bool { whole.isLoading }
  var loadError: (any Error)? { whole.loadError }

  func access() {
    whole.access()
  }

  func value(_ side: SharedAssertion.Side) -> P.Value {
    part.read(whole.value(side))
  }

  func load() async throws {
    try await whole.load()
  }
}

extension DerivedReference: MutableReference
where P: MutablePart, Base == any MutableReference<P.Whole> {
  var saveError: (any Error)? { base.saveError }

  func withLock<R>(_ operation: (inout P.Value) throws -> R) rethrows -> R {
    try base.withLock { whole in try part.modify(&whole, operation) }
  }

  var isInOwnLock: Bool { base.isInOwnLock }

  func save() async throws {
    try await base.save()
  }
}

/// A property.
struct PropertyPart<Whole, Value>: Part {
  let keyPath: KeyPath<Whole, Value> & Sendable

  func read(_ whole: Whole) -> Value { whole[keyPath: keyPath] }
  func name(in whole: String) -> String { "\(whole)\(pathComponents(keyPath))" }
}

/// A property that may be changed.
struct MutablePropertyPart<Whole, Value>: MutablePart {
  let keyPath: WritableKeyPath<Whole, Value> & Sendable

  func read(_ whole: Whole) -> Value { whole[keyPath: keyPath] }
  func name(in whole: String) -> String { "\(whole)\(pathComponents(keyPath))" }

  func modify<R>(_ whole: inout Whole, _ operation: (inout Value) throws -> R) rethrows -> R {
    try operation(&whole[keyPath: keyPath])
  }
}

/// Returns the description of a key path without its root type.
private func pathComponents(_ keyPath: AnyKeyPath) -> String {
  let text = "\(keyPath)"
  guard let dot = text.lastIndex(of: ".") else { return text }
  return String(text[dot...])
}

/// The result of a closure that reads a value.
struct ClosurePart<Whole, Value>: Part {
  let body: @Sendable (Whole) -> Value

  func read(_ whole: Whole) -> Value { body(whole) }
  func name(in whole: String) -> String { "\(whole).read { … }" }
}

/// The wrapped value of an optional.
struct WrappedPart<Wrapped>: MutablePart {
  private let last: LastValue<Wrapped>

  init(_ value: Wrapped) {
    last = LastValue(value)
  }

  func read(_ whole: Wrapped?) -> Wrapped { last.remember(whole) }
  func name(in whole: String) -> String { "\(whole)!" }

  func modify<R>(_ whole: inout Wrapped?, _ operation: (inout Wrapped) throws -> R) rethrows -> R {
    guard whole != nil else { return try last.modify(operation) }
    defer { _ = last.remember(whole) }
    // Not nil, as checked above.
    return try operation(&whole!)
  }
}

/// An element by its position.
struct ElementPart<Whole: Collection>: Part
where Whole.Index: Sendable {
  private let index: Whole.Index
  private let last: LastValue<Whole.Element>

  init(_ index: Whole.Index, in whole: Whole) {
    self.index = index
    last = LastValue(whole[index])
  }

  private func isIn(_ whole: Whole) -> Bool {
    (whole.startIndex..<whole.endIndex).contains(index)
  }

  func read(_ whole: Whole) -> Whole.Element { last.remember(isIn(whole) ? whole[index] : nil) }
  func name(in whole: String) -> String { "\(whole)[\(index)]" }
}

extension ElementPart: MutablePart where Whole: MutableCollection {
  func modify<R>(
    _ whole: inout Whole,
    _ operation: (inout Whole.Element) throws -> R
  ) rethrows -> R {
    guard isIn(whole) else { return try last.modify(operation) }
    defer { _ = last.remember(whole[index]) }
    return try operation(&whole[index])
  }
}

/// The last value of a part that may disappear.
private final class LastValue<Value>: Sendable {
  private let value: Mutex<Unchecked<Value>>

  init(_ value: Value) {
    self.value = Mutex(Unchecked(value))
  }

  func remember(_ newValue: Value?) -> Value {
    let newValue = Unchecked(newValue)
    return value.withLock { value in
      if let newValue = newValue.value { value.value = newValue }
      return value
    }
    .value
  }

  /// Changes the last value. The caller holds the lock of the whole.
  func modify<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    var copy = value.withLock { $0 }
    defer { value.withLock { [copy] in $0 = copy } }
    return try operation(&copy.value)
  }
}
