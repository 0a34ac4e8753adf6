/// A part of a state, and the way to change it in place.
///
/// A key path to a property of an `@ObservableState` type can only get and set it: what is changed through it is a copy, so
/// that every array in it is copied as well. The macro therefore says of each property how it changes in place. An
/// operator asks once, when it is made.
@usableFromInline
struct StatePart<Root, Value> {
  let keyPath: WritableKeyPath<Root, Value>
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

  init(
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
