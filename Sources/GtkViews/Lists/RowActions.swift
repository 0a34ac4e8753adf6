import Foundation
import GtkKit
import IdentifiedArrays

/// What the user can do with the elements of a ``ForEach`` in a list. Offsets count from its first element.
struct RowActions {
  var onActivate: ((Int) -> Void)?
  var onDelete: ((IndexSet) -> Void)?
  var onMove: ((IndexSet, Int) -> Void)?
  var drop: RowDrop?
}

/// What can be dropped between the elements of a ``ForEach``.
struct RowDrop {
  /// The GObject type that it can be made from.
  let type: GType
  /// Takes what was dropped in front of an offset.
  let perform: (UnsafePointer<GValue>, Int) -> Void
}

/// Rows next to each other that show the elements of one ``ForEach``.
struct RowGroup {
  /// Where the rows are.
  let positions: Range<Int>
  let actions: RowActions
  /// The offset of the element of each row; `nil` if rows and elements are the same in number.
  let offsets: [Int]?

  /// The offset of the element in the row at a position. The position after the last row gives the number of elements.
  func offset(ofPosition position: Int) -> Int {
    let local = position - positions.lowerBound
    guard let offsets else { return local }
    return offsets.indices.contains(local) ? offsets[local] : (offsets.last ?? -1) + 1
  }

  func offsets(ofPositions positions: some Sequence<Int>) -> IndexSet {
    IndexSet(positions.map(offset))
  }

  /// Whether something can be put in front of the row at a position, or behind the last row.
  func takes(insertionAt position: Int) -> Bool {
    position >= positions.lowerBound && position <= positions.upperBound
  }
}

/// The elements of a ``ForEach``, and the rows that show them.
struct ElementRows<Data: RandomAccessCollection, ID: Hashable> {
  private(set) var data: Data
  private(set) var keys: ListKeys<ID>
  /// The offset of the element of each row; `nil` if it is the row's position, as it is unless ids are not unique.
  private(set) var offsets: [Int]?

  /// How many rows at the beginning and at the end show the same elements as before the last update.
  private var unchanged = (prefix: 0, suffix: 0)

  private let id: (Data.Element) -> ID
  private let elementAtOffset: (Data, Int) -> Data.Element
  private var isFilled = false
  /// The elements where they are objects, such as stores, that the collection makes anew once nobody has them: what is told
  /// apart by its address has to stay.
  private var objects: [Data.Element]?

  init(
    _ data: Data,
    id: @escaping (Data.Element) -> ID,
    counter: RowKeyCounter,
    element: @escaping (Data, Int) -> Data.Element = {
      $0[$0.index($0.startIndex, offsetBy: $1)]
    }
  ) {
    self.data = data
    self.id = id
    elementAtOffset = element
    keys = ListKeys(counter: counter)
  }

  /// Takes new elements; the first time those that it was made with.
  ///
  /// - Returns: The splices that turn the old rows into the new ones.
  mutating func update(_ new: Data) -> [ListSplice] {
    defer { data = new }
    let isFirst = !isFilled
    isFilled = true
    let newObjects = Data.Element.self is AnyObject.Type ? Array(new) : nil
    defer { objects = newObjects }
    if isFirst || offsets != nil {
      unchanged = (0, 0)
    } else if let objects, let newObjects {
      unchanged = commonEnds(objects, newObjects)
    } else {
      unchanged = commonEnds(data, new)
    }
    let middle =
      unchanged == (0, 0)
      ? contiguousElements(of: new)?.map(id) ?? new.map(id)
      : new.dropFirst(unchanged.prefix).dropLast(unchanged.suffix).map(id)
    let (splices, duplicates) = keys.update(
      middle,
      keeping: unchanged,
      areUnique: areIdentities(middle, of: new, from: unchanged.prefix)
    )
    guard !duplicates.isEmpty else {
      offsets = nil
      return splices
    }
    offsets = (0..<new.count).filter { !duplicates.contains($0) }
    unchanged.suffix = 0
    return splices
  }

  /// Where rows may show another element than before the last update, or another value of it.
  var changedPositions: Range<Int> {
    unchanged.prefix..<max(unchanged.prefix, count - unchanged.suffix)
  }

  /// The number of rows.
  var count: Int { keys.ids.count }

  /// The element in a row.
  func element(at position: Int) -> Data.Element? {
    guard 0..<count ~= position else { return nil }
    return elementAtOffset(data, offsets?[position] ?? position)
  }
}
