import IdentifiedArrays

/// A part of a state, and the way to change it in place.
///
/// A key path to a property of an `@ObservableState` type can only get and set it: what is changed through it is a copy, so
/// that every array in it is copied as well. The macro therefore says of each property how it changes in place. An
/// operator asks once, when it is made.
@usableFromInline
struct StatePart<Root, Value> {
  fileprivate let keyPath: WritableKeyPath<Root, Value>
  @usableFromInline let readInPlace: (inout Root, (Value) -> Void) -> Void
  @usableFromInline let modifyInPlace: (inout Root, (inout Value) -> Void) -> Void

  @usableFromInline
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    func search<S: ObservableState>(_: S.Type) -> Self? {
      var search = _PropertySearch<S, Value>(for: keyPath)
      search.run()
      // `S` is `Root`; only the compiler does not know.
      return search.found as! Self?
    }
    if let type = Root.self as? any ObservableState.Type, let found = search(type) {
      self = found
    } else {
      self.init(keyPath) {
        $1($0[keyPath: keyPath])
      } modify: {
        $1(&$0[keyPath: keyPath])
      }
    }
  }

  fileprivate init(
    _ keyPath: WritableKeyPath<Root, Value>,
    read: @escaping (inout Root, (Value) -> Void) -> Void,
    modify: @escaping (inout Root, (inout Value) -> Void) -> Void
  ) {
    self.keyPath = keyPath
    readInPlace = read
    modifyInPlace = modify
  }

  /// Looks at the part; the root is not changed, but only lent so that it need not be copied.
  @inlinable
  func read<Result>(_ root: inout Root, _ body: (Value) -> Result) -> Result {
    var result: Result?
    readInPlace(&root) { result = body($0) }
    return result!  // The closure is called once, whichever way it is.
  }

  /// Changes the part in place; observers hear of it as if it were changed by name.
  @inlinable
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    var result: Result?
    modifyInPlace(&root) { result = body(&$0) }
    return result!  // The closure is called once, whichever way it is.
  }
}

/// Looks for the property of a state that a key path leads to; for code that macros generate.
///
/// Only what can be changed in place without more observers hearing of it than after an assignment is found: an
/// assignment compares the old value and the new, a change in place can compare no more than identities.
public struct _PropertySearch<Root, Value> {
  private let target: AnyKeyPath
  private let prefix: AnyKeyPath?
  fileprivate private(set) var found: StatePart<Root, Value>?

  fileprivate init(for target: AnyKeyPath, prefix: AnyKeyPath? = nil) {
    self.target = target
    self.prefix = prefix
  }

  /// Asks the state for its properties.
  fileprivate mutating func run() where Root: ObservableState {
    let find: @MainActor (inout Self) -> Void = Root._$findProperty
    // Only names properties, and touches no state, so that it may run anywhere.
    unsafeBitCast(find, to: ((inout Self) -> Void).self)(&self)
  }

  /// A property that is observable itself: it may be the target, or lead there.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - read: Reads the property without observing it.
  ///   - modify: Changes it in place.
  public mutating func visit<Property: ObservableState>(
    _ keyPath: WritableKeyPath<Root, Property>,
    _ read: @escaping (inout Root, (Property) -> Void) -> Void,
    modify: @escaping (inout Root, (inout Property) -> Void) -> Void
  ) {
    guard found == nil else { return }
    compare(keyPath, read, modify)
    guard found == nil else { return }
    var search = _PropertySearch<Property, Value>(for: target, prefix: prefixed(keyPath))
    search.run()
    if let rest = search.found {
      found = StatePart(keyPath.appending(path: rest.keyPath)) { root, body in
        read(&root) {
          var property = $0
          rest.readInPlace(&property, body)
        }
      } modify: { root, body in
        modify(&root) { rest.modifyInPlace(&$0, body) }
      }
    }
  }

  /// A collection of features.
  public mutating func visit<ID, Element: ObservableState>(
    _ keyPath: WritableKeyPath<Root, IdentifiedArray<ID, Element>>,
    _ read: @escaping (inout Root, (IdentifiedArray<ID, Element>) -> Void) -> Void,
    modify: @escaping (inout Root, (inout IdentifiedArray<ID, Element>) -> Void) -> Void
  ) {
    compare(keyPath, read, modify)
  }

  /// A navigation stack.
  public mutating func visit<Element>(
    _ keyPath: WritableKeyPath<Root, StackState<Element>>,
    _ read: @escaping (inout Root, (StackState<Element>) -> Void) -> Void,
    modify: @escaping (inout Root, (inout StackState<Element>) -> Void) -> Void
  ) {
    compare(keyPath, read, modify)
  }

  /// Any other property.
  @_disfavoredOverload
  public func visit<Property>(
    _: WritableKeyPath<Root, Property>,
    _: (inout Root, (Property) -> Void) -> Void,
    modify _: (inout Root, (inout Property) -> Void) -> Void
  ) {}

  private mutating func compare<Property>(
    _ keyPath: WritableKeyPath<Root, Property>,
    _ read: @escaping (inout Root, (Property) -> Void) -> Void,
    _ modify: @escaping (inout Root, (inout Property) -> Void) -> Void
  ) {
    if prefixed(keyPath) == target {
      found = StatePart(keyPath, read: read, modify: modify) as? StatePart<Root, Value>
    }
  }

  private func prefixed(_ keyPath: AnyKeyPath) -> AnyKeyPath? {
    guard let prefix else { return keyPath }
    return prefix.appending(path: keyPath)
  }
}
