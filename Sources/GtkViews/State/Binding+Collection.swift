// A conformance rather than initializers of `ForEach` and `List` that take a binding: after a
// mistake in the views of an element, the compiler would take the elements for a binding, and
// report that instead.
extension Binding: @MainActor Sequence, @MainActor Collection, @MainActor BidirectionalCollection,
  @MainActor RandomAccessCollection
where Value: RandomAccessCollection & MutableCollection, Value.Element: Identifiable {
  public typealias Element = Binding<Value.Element>

  public var startIndex: Value.Index { wrappedValue.startIndex }
  public var endIndex: Value.Index { wrappedValue.endIndex }

  public func index(after index: Value.Index) -> Value.Index { wrappedValue.index(after: index) }
  public func index(before index: Value.Index) -> Value.Index { wrappedValue.index(before: index) }

  public func index(_ index: Value.Index, offsetBy distance: Int) -> Value.Index {
    wrappedValue.index(index, offsetBy: distance)
  }

  public func distance(from start: Value.Index, to end: Value.Index) -> Int {
    wrappedValue.distance(from: start, to: end)
  }

  /// A binding to the element at a position. When the element has moved, it finds it by its id.
  /// Once the element is gone, reads return its last known value and writes are ignored.
  public subscript(position: Value.Index) -> Binding<Value.Element> {
    let element = wrappedValue[position]
    let values = Binding(source: (source as? ElementSnapshot<Value>)?.base ?? source)
    let id = element.id
    func currentIndex(in values: Value) -> Value.Index? {
      if position >= values.startIndex, position < values.endIndex, values[position].id == id {
        return position
      }
      return values.firstIndex { $0.id == id }
    }
    return Binding<Value.Element>(
      get: {
        let values = values.wrappedValue
        return currentIndex(in: values).map { values[$0] } ?? element
      },
      set: { newValue in
        guard let index = currentIndex(in: values.wrappedValue) else { return }
        values.wrappedValue[index] = newValue
      }
    )
  }
}

/// The elements that a binding had when a list was evaluated. The list reads its elements later,
/// when the binding may have fewer.
private final class ElementSnapshot<Value>: ValueSource<Value> {
  let base: ValueSource<Value>
  private let elements: Value

  init(_ base: ValueSource<Value>) {
    self.base = base
    elements = base.value
  }

  deinit {}

  override var value: Value {
    get { elements }
    set { base.value = newValue }
  }
}

/// A collection whose elements can change while a list shows it.
private protocol ChangingCollection {
  /// The collection with the elements that it has now.
  var snapshot: Self { get }
}

extension Binding: ChangingCollection {
  fileprivate var snapshot: Self { Binding(source: ElementSnapshot(source)) }
}

/// Returns the elements that a list shows until it is evaluated again.
@usableFromInline
func shownElements<Data: RandomAccessCollection>(of data: Data) -> Data {
  (data as? any ChangingCollection)?.snapshot as? Data ?? data
}
