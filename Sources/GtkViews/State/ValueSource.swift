/// Where a binding reads and writes. A class, so that bindings to the same source have equal bytes:
/// a view that gets the same binding again is not evaluated again.
class ValueSource<Value> {
  init() {}

  deinit {}

  var value: Value {
    // No source is of this class itself: all are made as one of the subclasses.
    get { fatalError("abstract") }
    set { fatalError("abstract") }
  }
}

final class ClosureSource<Value>: ValueSource<Value> {
  let get: () -> Value
  let set: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  deinit {}

  override var value: Value {
    get { get() }
    set { set(newValue) }
  }
}

final class ConstantSource<Value>: ValueSource<Value> {
  let constant: Value

  init(_ constant: Value) { self.constant = constant }

  deinit {}

  override var value: Value {
    get { constant }
    set {}
  }
}

final class MemberSource<Base, Member>: ValueSource<Member> {
  let base: ValueSource<Base>
  let keyPath: WritableKeyPath<Base, Member>

  init(base: ValueSource<Base>, keyPath: WritableKeyPath<Base, Member>) {
    self.base = base
    self.keyPath = keyPath
  }

  deinit {}

  override var value: Member {
    get { base.value[keyPath: keyPath] }
    set { base.value[keyPath: keyPath] = newValue }
  }
}
