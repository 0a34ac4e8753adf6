import Synchronization

/// The elements of a collection that have changed lately, by their ids.
///
/// The log is a part of the collection, and is copied with it. An observer of some elements
/// remembers the revision at which it has last looked at them. It then looks only at those that
/// have changed since, however many the collection has.
@usableFromInline
package struct ChangeLog<ID> {
  @usableFromInline
  struct Entry {
    @usableFromInline let id: ID
    /// The revision of the collection after the change.
    @usableFromInline let revision: UInt64

    @inlinable
    init(id: ID, revision: UInt64) {
      self.id = id
      self.revision = revision
    }
  }

  /// The number of entries at which the older half is forgotten. A longer log takes longer to copy,
  /// which the first change of a copied collection does.
  @inlinable static var limit: Int { 128 }

  /// Identifies the elements of the collection as they are now: no other collection has this
  /// revision, unless it is a copy, or empty and never changed.
  @usableFromInline package var revision: UInt64 = 0
  /// The revision of the collection before the first entry.
  @usableFromInline var start: UInt64 = 0
  @usableFromInline var entries: ContiguousArray<Entry> = []

  /// Makes the log of an empty collection.
  @inlinable
  package init() {}

  /// Notes that an element has been added, changed, replaced or removed.
  @inlinable
  package mutating func note(_ id: ID) {
    if entries.count >= Self.limit { forgetOlderHalf() }
    revision = nextRevision()
    entries.append(Entry(id: id, revision: revision))
  }

  /// Notes that any number of elements may have changed.
  @inlinable
  package mutating func noteAll() {
    revision = nextRevision()
    start = revision
    // Not emptied in place, because a copy would share the memory.
    if !entries.isEmpty { entries = [] }
  }

  /// Visits the elements that have changed since a revision, in the order of the changes. One that
  /// has changed repeatedly is visited repeatedly.
  ///
  /// - Complexity: Linear in the number of changes.
  /// - Parameters:
  ///   - revision: The revision.
  ///   - body: Called with the id of each element.
  /// - Returns: Whether it is known what has changed. If not, nothing is visited: too many changes
  ///   were made since, or the revision is that of another collection.
  package func visitChanges(since revision: UInt64, _ body: (ID) -> Void) -> Bool {
    var position = entries.count
    while position > 0, entries[position - 1].revision > revision { position -= 1 }
    guard (position > 0 ? entries[position - 1].revision : start) == revision else { return false }
    // Not by a key path, which generic code creates again at each call.
    for index in position..<entries.count { body(entries[index].id) }
    return true
  }

  @usableFromInline
  mutating func forgetOlderHalf() {
    let count = entries.count / 2
    start = entries[count - 1].revision
    entries = ContiguousArray(entries[count...])
    entries.reserveCapacity(Self.limit)
  }
}

extension ChangeLog: Sendable where ID: Sendable {}
extension ChangeLog.Entry: Sendable where ID: Sendable {}

private let lastRevision = Atomic<UInt64>(0)

/// Returns a number that no collection has had as its revision before.
@usableFromInline
func nextRevision() -> UInt64 {
  lastRevision.wrappingAdd(1, ordering: .relaxed).newValue
}
