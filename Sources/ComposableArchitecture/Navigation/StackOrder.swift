import IdentifiedArrays
import OrderedCollections
import Synchronization

/// The ids of a stack's elements, from the bottom to the top.
///
/// A plain list, because most of the cost of a push or a pop would be that of a table of hashes. The set that users see is
/// made when they ask for it.
@usableFromInline
struct StackOrder: Sendable {
  @usableFromInline private(set) var ids: ContiguousArray<StackElementID> = []
  /// Which state each element is in: what has the same stamp as before is the same as before.
  private var stamps: ContiguousArray<_StackRevision> = []
  @usableFromInline private(set) var revision = _StackRevision.empty
  /// Whether each id is greater than the one before, as ids are given out. It is so but where elements were put below others.
  private var isAscending = true
  private var flatIDs = FlatIDs<StackElementID>()

  @usableFromInline
  init() {}

  /// - Complexity: As of ``StackState/ids``.
  var set: OrderedSet<StackElementID> {
    // A set as small as that has no table, and is made at once.
    if ids.count < 16 { return OrderedSet(uncheckedUniqueElements: ids) }
    return flatIDs.ids { OrderedSet(uncheckedUniqueElements: ids) }
  }

  /// - Complexity: O(log *n*); that of ``set`` where elements were put below others.
  @usableFromInline
  func position(of id: StackElementID) -> Int? {
    if ids.last == id { return ids.count - 1 }
    guard isAscending else { return set.firstIndex(of: id) }
    var low = 0
    var high = ids.count
    while low < high {
      let middle = (low + high) / 2
      if ids[middle].generation < id.generation { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  /// Adds an id that is not among the others.
  @usableFromInline
  mutating func append(_ id: StackElementID) {
    willChange()
    isAscending = ids.last.map { isAscending && $0.generation < id.generation } ?? true
    ids.append(id)
    stamps.append(revision)
  }

  @usableFromInline
  mutating func removeLast(_ count: Int) {
    willChange()
    ids.removeLast(count)
    stamps.removeLast(count)
  }

  /// The stamp of an element, `nil` where there is no such.
  ///
  /// - Complexity: As of ``position(of:)``.
  @usableFromInline
  func stamp(of id: StackElementID) -> _StackRevision? {
    position(of: id).map { stamps[$0] }
  }

  /// The element at a position is about to change.
  @usableFromInline
  mutating func willChangeElement(at position: Int) {
    stamps[position] = .next()
  }

  /// - Complexity: O(*n*)
  @usableFromInline
  mutating func replaceSubrange(_ range: Range<Int>, with new: [StackElementID]) {
    willChange()
    ids.replaceSubrange(range, with: new)
    stamps.replaceSubrange(range, with: repeatElement(revision, count: new.count))
    isAscending = zip(ids, ids.dropFirst()).allSatisfy { $0.generation < $1.generation }
  }

  private mutating func willChange() {
    revision = .next()
    // A copy may ask for the ids of before.
    if flatIDs.isMade || !isKnownUniquelyReferenced(&flatIDs) { flatIDs = FlatIDs() }
  }
}

/// Tells the sequence of a stack's ids from those before and after changes: while it is the same, so are they.
///
/// To compare ids would take the ids of before, and to keep them would make the next change copy them.
public struct _StackRevision: Equatable, Sendable {
  private let number: UInt64

  /// That of a stack to which nothing has been added yet.
  static let empty = Self(number: 0)

  private static let count = Atomic<UInt64>(0)

  /// One that no stack has had before.
  static func next() -> Self {
    Self(number: count.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}
