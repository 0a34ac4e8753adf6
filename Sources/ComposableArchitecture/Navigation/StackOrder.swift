import IdentifiedArrays
import OrderedCollections

/// The ids of a stack's elements, from the bottom to the top.
///
/// A plain list, because a hash table would be most of the cost of a push or a pop. The set that is
/// public is made when somebody asks for it.
@usableFromInline
struct StackOrder: Sendable {
  @usableFromInline private(set) var ids: ContiguousArray<StackElementID> = []
  /// The revision of each element: an element that has the same one as before has not changed.
  private var elementRevisions: ContiguousArray<_StackRevision> = []
  @usableFromInline private(set) var idsRevision = _StackRevision.empty
  /// Whether each id is greater than the one before, as ids are given out. False once an element
  /// has been inserted below another.
  private var isAscending = true
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
    guard isAscending else { return set.firstIndex(of: id) }
    var low = 0
    var high = ids.count
    while low < high {
      let middle = (low + high) / 2
      if ids[middle].generation < id.generation { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  /// Appends an id that the list does not have.
  @usableFromInline
  mutating func append(_ id: StackElementID) {
    willChange()
    isAscending = ids.last.map { isAscending && $0.generation < id.generation } ?? true
    ids.append(id)
    elementRevisions.append(idsRevision)
  }

  @usableFromInline
  mutating func removeLast(_ count: Int) {
    willChange()
    ids.removeLast(count)
    elementRevisions.removeLast(count)
  }

  /// Returns the revision of an element; `nil` if there is no such element.
  ///
  /// - Complexity: As of ``position(of:)``.
  @usableFromInline
  func elementRevision(of id: StackElementID) -> _StackRevision? {
    position(of: id).map { elementRevisions[$0] }
  }

  /// Notes that the element at a position is about to change.
  @usableFromInline
  mutating func willChangeElement(at position: Int) {
    elementRevisions[position] = .next()
  }

  /// - Complexity: O(*n*)
  @usableFromInline
  mutating func replaceSubrange(_ range: Range<Int>, with new: [StackElementID]) {
    willChange()
    ids.replaceSubrange(range, with: new)
    elementRevisions.replaceSubrange(range, with: repeatElement(idsRevision, count: new.count))
    isAscending = zip(ids, ids.dropFirst()).allSatisfy { $0.generation < $1.generation }
  }

  private mutating func willChange() {
    idsRevision = .next()
    // Copies of the stack may still ask for the former ids.
    if flatIDs.isMade || !isKnownUniquelyReferenced(&flatIDs) { flatIDs = FlatIDs() }
  }
}
