/// A value without a key. It is neither loaded nor saved.
final class PlainReference<Value>: MutableReference {
  private let cell: SharedCell<Value>

  init(_ value: Value) {
    cell = SharedCell(value, name: "Shared(value: \(Value.self))")
  }

  var identity: ObjectIdentifier { ObjectIdentifier(cell) }
  var description: String { cell.name }
  var isLoading: Bool { false }
  var loadError: (any Error)? { nil }
  var saveError: (any Error)? { nil }

  func access() {
    cell.access()
  }

  func value(_ side: SharedAssertion.Side) -> Value {
    cell.value(side)
  }

  func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    try cell.withLock(operation)
  }

  var isInOwnLock: Bool { cell.isInOwnLock }

  func load() async throws {}

  func save() async throws {}
}
