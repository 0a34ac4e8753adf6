import OrderedCollections
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
