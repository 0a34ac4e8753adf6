import IdentifiedArrays

/// Looks for the property of a state that a key path leads to; for code that macros generate.
///
/// Only what can be changed in place without more observers hearing of it than after an assignment is found: an
/// assignment compares the old value and the new, a change in place can compare no more than identities.
public struct _PropertySearch<Root, Value> {
  private let target: AnyKeyPath
  private let prefix: AnyKeyPath?
  private(set) var found: StatePart<Root, Value>?

  init(for target: AnyKeyPath, prefix: AnyKeyPath? = nil) {
    self.target = target
    self.prefix = prefix
  }

  /// Asks the state for its properties.
  mutating func run() where Root: ObservableState {
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
