import GtkKit

/// The source of consecutive rows of a list: a single view, or a ``ForEach``.
protocol RowSegmentSource {
  /// Makes the rows.
  func makeSegment(counter: RowKeyCounter) -> RowSegment
  /// Updates rows that another source of the same kind has made, so that they show this source.
  ///
  /// - Returns: The splices that turn the old rows into the new ones, or `nil` if a different kind
  ///   of source made the rows.
  func update(_ segment: RowSegment) -> [ListSplice]?
}

/// Consecutive rows that stay together. Positions count from the first of them.
class RowSegment {
  init() {}

  deinit {}

  var keys: RowKeys { [] }
  var count: Int { keys.count }
  var kind: RowKind { .row }
  var actions: RowActions? { nil }
  var offsets: [Int]? { nil }

  func view(at position: Int) -> AnyView? { nil }

  /// Returns what the user cannot do with the row at a position.
  func limits(at position: Int) -> RowLimits { [] }

  /// Returns the position of the first row with an identity.
  func position(of id: AnyHashable) -> Int? { nil }

  /// Returns the selection value of the row at a position; `nil` if it has none of this type.
  func selectionValue<Value: Hashable>(at position: Int) -> Value? { nil }

  /// Returns the positions of the rows whose selection value is one of the given values.
  func positions<Value: Hashable>(of values: Set<Value>) -> [Int] { [] }
}

/// A view that is one row.
struct SingleRow<Content: View>: RowSegmentSource {
  let content: Content
  let kind: RowKind

  init(_ content: Content, kind: RowKind) {
    self.content = content
    self.kind = kind
  }

  func makeSegment(counter: RowKeyCounter) -> RowSegment {
    Segment(self, key: counter.next())
  }

  func update(_ segment: RowSegment) -> [ListSplice]? {
    guard let segment = segment as? Segment else { return nil }
    segment.row = self
    return []
  }

  private final class Segment: RowSegment {
    var row: SingleRow
    private let key: Int64

    init(_ row: SingleRow, key: Int64) {
      self.row = row
      self.key = key
      super.init()
    }

    deinit {}

    override var keys: RowKeys { [key] }
    override var count: Int { 1 }
    override var kind: RowKind { row.kind }

    override func view(at position: Int) -> AnyView? { AnyView(row.content) }

    override func limits(at position: Int) -> RowLimits { RowLimits(of: row.content) }

    override func position(of id: AnyHashable) -> Int? {
      (row.content as? any IdentifiedContent)?.identity == id ? 0 : nil
    }

    override func selectionValue<Value: Hashable>(at position: Int) -> Value? {
      (row.content as? any Tagged)?.tag.base as? Value
    }

    override func positions<Value: Hashable>(of values: Set<Value>) -> [Int] {
      selectionValue(at: 0).map(values.contains) ?? false ? [0] : []
    }
  }
}

extension ForEach: RowSegmentSource {
  func makeSegment(counter: RowKeyCounter) -> RowSegment {
    ElementSegment(self, counter: counter)
  }

  func update(_ segment: RowSegment) -> [ListSplice]? {
    (segment as? ElementSegment<Data, ID, Content>)?.update(self)
  }
}

private final class ElementSegment<Data: RandomAccessCollection, ID: Hashable, Row: View>:
  RowSegment
{
  private var source: ForEach<Data, ID, Row>
  private var rows: ElementRows<Data, ID>

  init(_ source: ForEach<Data, ID, Row>, counter: RowKeyCounter) {
    self.source = source
    rows = ElementRows(source.data, id: source.id, counter: counter)
    super.init()
    _ = rows.update(source.data)
  }

  deinit {}

  func update(_ source: ForEach<Data, ID, Row>) -> [ListSplice] {
    self.source = source
    return rows.update(source.data)
  }

  override var keys: RowKeys { rows.keys.keys }
  override var count: Int { rows.count }
  override var actions: RowActions? { source.actions }
  override var offsets: [Int]? { rows.offsets }

  override func view(at position: Int) -> AnyView? {
    rows.element(at: position).map { AnyView(source.content($0)) }
  }

  override func limits(at position: Int) -> RowLimits {
    rows.element(at: position).map { RowLimits(of: source.content($0)) } ?? []
  }

  override func position(of id: AnyHashable) -> Int? {
    if let id = id.base as? ID, let position = rows.keys.ids.firstIndex(of: id) {
      return position
    }
    guard Row.self is any IdentifiedContent.Type else { return nil }
    return rows.keys.ids.indices.first { position in
      let row = rows.element(at: position).map(source.content)
      return (row as? any IdentifiedContent)?.identity == id
    }
  }

  override func selectionValue<Value: Hashable>(at position: Int) -> Value? {
    rows.keys.ids[position] as? Value
  }

  override func positions<Value: Hashable>(of values: Set<Value>) -> [Int] {
    guard Value.self == ID.self || Value.self == AnyHashable.self else { return [] }
    return rows.keys.ids.indices.filter { index in
      (rows.keys.ids[index] as? Value).map(values.contains) ?? false
    }
  }
}
