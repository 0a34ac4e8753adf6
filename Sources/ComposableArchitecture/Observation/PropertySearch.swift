import IdentifiedArrays

/// Searches for the property of a state that a key path leads to; for code that macros generate.
///
/// Finds only properties whose modification in place notifies no more observers than an assignment:
/// an assignment compares the old value with the new one, a modification in place only identities.
public struct _PropertySearch<Root, Value> {
  private let target: AnyKeyPath
  private let prefix: AnyKeyPath?
  private(set) var found: StatePart<Root, Value>?

  init(for target: AnyKeyPath, prefix: AnyKeyPath? = nil) {
    self.target = target
    self.prefix = prefix
  }

  /// Visits the properties of the state.
  mutating func run() where Root: ObservableState {
    let find: @MainActor (inout Self) -> Void = Root._$findProperty
    // Safe on any thread, because it only names properties and reads no state.
    unsafeBitCast(find, to: ((inout Self) -> Void).self)(&self)
  }

  /// Visits a property that is observable itself, and so may be the target or lead to it.
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

  /// Visits a collection of features.
  public mutating func visit<ID, Element: ObservableState>(
    _ keyPath: WritableKeyPath<Root, IdentifiedArray<ID, Element>>,
    _ read: @escaping (inout Root, (IdentifiedArray<ID, Element>) -> Void) -> Void,
    modify: @escaping (inout Root, (inout IdentifiedArray<ID, Element>) -> Void) -> Void
  ) {
    compare(keyPath, read, modify)
  }

  /// Visits a navigation stack.
  public mutating func visit<Element>(
    _ keyPath: WritableKeyPath<Root, StackState<Element>>,
    _ read: @escaping (inout Root, (StackState<Element>) -> Void) -> Void,
    modify: @escaping (inout Root, (inout StackState<Element>) -> Void) -> Void
  ) {
    compare(keyPath, read, modify)
  }

  /// Visits any other property.
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
