/// A part of a state, and a way to modify it in place.
///
/// A key path to a property of an `@ObservableState` type can only get and set the property.
/// Modifying through it works on a copy, which copies every array in it. Therefore the macro says
/// how each property is modified in place, and an operator looks that up once, when it is made.
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
      // Cannot fail, because `S` is `Root`, which the compiler does not know.
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

  /// Reads the part. The root does not change; it is passed `inout` so that it is not copied.
  @inlinable
  func read<Result>(_ root: inout Root, _ body: (Value) -> Result) -> Result {
    var result: Result?
    readInPlace(&root) { result = body($0) }
    return result!  // The closure is called once, whichever way it is.
  }

  /// Modifies the part in place. Observers are notified as if the property had been modified by
  /// name.
  @inlinable
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    var result: Result?
    modifyInPlace(&root) { result = body(&$0) }
    return result!  // The closure is called once, whichever way it is.
  }
}
