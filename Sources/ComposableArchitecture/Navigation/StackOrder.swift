import IdentifiedArrays
import OrderedCollections

/// The ids of a stack's elements, from the bottom to the top.
///
/// A plain list, because a hash table would be most of the cost of a push or a pop. The set that is
/// public is made when somebody asks for it.
@usableFromInline
struct StackOrder: Sendable {
  @usableFromInline private(set) var ids: ContiguousArray<StackElementID> = []
  /// The elements that have changed lately.
  @usableFromInline private(set) var changeLog = ChangeLog<StackElementID>()
  @usableFromInline private(set) var idsRevision = _StackRevision.empty
  /// Whether each id is greater than the one before, as ids are given out. False once an element
  /// has been inserted below another.
  private(set) var isAscending = true
  private var flatIDs = FlatIDs<StackElementID>()

  @usableFromInline
  init() {}

  /// - Complexity: As of ``StackState/ids``.
  var set: OrderedSet<StackElementID> {
    // A set as small as that has no hash table, so making it is fast.
    if ids.count < 16 { return OrderedSet(uncheckedUniqueElements: ids) }
    return flatIDs.ids { OrderedSet(uncheckedUniqueElements: ids) }
  }

  /// - Complexity: O(log *n*); that of ``set`` once an element has been inserted below another.
  @usableFromInline
  func position(of id: StackElementID) -> Int? {
    if ids.last == id { return ids.count - 1 }
    return isAscending ? ids.ascendingPosition(of: id) : set.firstIndex(of: id)
  }

  /// Appends an id that the list does not have.
  @usableFromInline
  mutating func append(_ id: StackElementID) {
    willChange()
    isAscending = ids.last.map { isAscending && $0.generation < id.generation } ?? true
    ids.append(id)
    changeLog.note(id)
  }

  @usableFromInline
  mutating func removeLast(_ count: Int) {
    willChange()
    if count == 1, let last = ids.last { changeLog.note(last) } else { changeLog.noteAll() }
    ids.removeLast(count)
  }

  /// Notes that the element at a position is about to change.
  @usableFromInline
  mutating func willChangeElement(at position: Int) {
    changeLog.note(ids[position])
  }

  /// - Complexity: O(*n*)
  @usableFromInline
  mutating func replaceSubrange(_ range: Range<Int>, with new: [StackElementID]) {
    willChange()
    ids.replaceSubrange(range, with: new)
    changeLog.noteAll()
    isAscending = zip(ids, ids.dropFirst()).allSatisfy { $0.generation < $1.generation }
  }

  private mutating func willChange() {
    idsRevision = .next()
    // Copies of the stack may still ask for the former ids.
    if flatIDs.isMade || !isKnownUniquelyReferenced(&flatIDs) { flatIDs = FlatIDs() }
  }
}

extension ContiguousArray<StackElementID> {
  /// Returns where an id is in a list in which each id is greater than the one before.
  ///
  /// - Complexity: O(log *n*); O(1) for the last one.
  func ascendingPosition(of id: StackElementID) -> Int? {
    if last == id { return count - 1 }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].generation < id.generation { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == id ? low : nil
  }
}
