import Foundation
import GtkKit
import IdentifiedArrays

/// The actions that a list offers for the elements of a ``ForEach``. Offsets count from its first
/// element.
struct RowActions {
  var onActivate: ((Int) -> Void)?
  /// The user wants to see the element in another place, such as a window of its own.
  var onActivateElsewhere: ((Int) -> Void)?
  var onDelete: ((IndexSet) -> Void)?
  /// The user has typed a character while the row had the focus. Returns whether that was for the
  /// row.
  var onKeyPress: ((Character, Int) -> Bool)?
  var onMove: ((IndexSet, Int) -> Void)?
  var drop: RowDrop?
}

/// What the elements of a ``ForEach`` accept as drops between them.
struct RowDrop {
  /// The GObject type of the accepted value.
  let type: GType
  /// Inserts the dropped value in front of the element at an offset.
  let perform: (UnsafePointer<GValue>, Int) -> Void
}

/// Consecutive rows that show the elements of one ``ForEach``.
struct RowGroup {
  /// The positions of the rows.
  let positions: Range<Int>
  let actions: RowActions
  /// The offset of the element in each row; `nil` if there are as many rows as elements.
  let offsets: [Int]?

  /// Returns the offset of the element in the row at a position. For the position after the last
  /// row, returns the offset after its element.
  func offset(ofPosition position: Int) -> Int {
    let local = position - positions.lowerBound
    guard let offsets else { return local }
    return offsets.indices.contains(local) ? offsets[local] : (offsets.last ?? -1) + 1
  }

  func offsets(ofPositions positions: some Sequence<Int>) -> IndexSet {
    IndexSet(positions.map(offset))
  }

  /// Returns whether something can be inserted in front of the row at a position, or after the last
  /// row.
  func takes(insertionAt position: Int) -> Bool {
    position >= positions.lowerBound && position <= positions.upperBound
  }
}

/// The elements of a ``ForEach``, and the rows that show them.
struct ElementRows<Data: RandomAccessCollection, ID: Hashable> {
  private(set) var data: Data
  private(set) var keys: ListKeys<ID>
  /// The offset of the element in each row; `nil` if it equals the position of the row, as it does
  /// unless there are duplicate ids.
  private(set) var offsets: [Int]?

  /// The number of rows at the beginning and at the end that show the same elements as before the
  /// last update.
  private var unchanged = (prefix: 0, suffix: 0)

  private let id: (Data.Element) -> ID
  private let elementAtOffset: (Data, Int) -> Data.Element
  private var isFilled = false
  /// The elements, if they are objects, such as stores. Retained because the collection may
  /// otherwise release them and create new ones at other addresses, and these rows are identified
  /// by address.
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

  /// Updates the rows to new elements. The first call takes the elements given to the initializer.
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

  /// The positions whose rows may show another element than before the last update, or another
  /// value of the same element.
  var changedPositions: Range<Int> {
    unchanged.prefix..<max(unchanged.prefix, count - unchanged.suffix)
  }

  /// The number of rows.
  var count: Int { keys.ids.count }

  /// Returns the element in the row at a position.
  func element(at position: Int) -> Data.Element? {
    guard 0..<count ~= position else { return nil }
    return elementAtOffset(data, offsets?[position] ?? position)
  }
}
