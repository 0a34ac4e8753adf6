public import OrderedCollections
import Synchronization

/// The ids of a collection that does not keep them as a set; made when somebody asks.
@usableFromInline
package final class FlatIDs<ID: Hashable>: Sendable {
  // Unchecked, as what holds it is only sent where the ids can be.
  private final class Box: @unchecked Sendable {
    let ids: OrderedSet<ID>
    init(_ ids: OrderedSet<ID>) { self.ids = ids }
  }

  private let box = AtomicLazyReference<Box>()
  /// Quicker to look at than the box.
  private let hasBox = Atomic(false)

  @usableFromInline
  package init() {}

  /// Whether somebody has asked.
  package var isMade: Bool { hasBox.load(ordering: .acquiring) }

  /// The ids.
  ///
  /// - Parameter make: Makes them, where they have not been made.
  package func ids(_ make: () -> OrderedSet<ID>) -> OrderedSet<ID> {
    if let box = box.load() { return box.ids }
    defer { hasBox.store(true, ordering: .releasing) }
    return box.storeIfNil(Box(make())).ids
  }
}

/// Tells the ids of an ``IdentifiedArray`` from those before and after changes: while it is equal, so are they. Unlike to compare
/// the ids, that takes no longer in a long array; there, ids that came back after a change count as others.
public struct _IDsRevision<ID: Hashable>: Equatable {
  /// Those of a short array.
  @usableFromInline let ids: OrderedSet<ID>
  /// Those of a long array, which has others after each change.
  @usableFromInline let flatIDs: FlatIDs<ID>?

  @inlinable
  init(ids: OrderedSet<ID>, flatIDs: FlatIDs<ID>?) {
    self.ids = ids
    self.flatIDs = flatIDs
  }

  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    // Equal sets nearly always share their storage, so this takes constant time.
    lhs.flatIDs === rhs.flatIDs && lhs.ids == rhs.ids
  }
}

extension IdentifiedArray {
  @inlinable
  public var _idsRevision: _IDsRevision<ID> {
    _IDsRevision(ids: dictionary.keys, flatIDs: chunks?.flatIDs)
  }
}
