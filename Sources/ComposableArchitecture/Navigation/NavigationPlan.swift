import OrderedCollections

/// The changes to the pages of a navigation stack by which it shows another path.
///
/// A pure function of the two paths. The owner of the pages carries it out: it inserts pages,
/// orders them, shows the top with the transition, and releases the removed pages when the
/// transition is over. There is one transition, however many elements differ.
public struct NavigationPlan<ID: Hashable>: Equatable {
  /// The animation from one page on top to another.
  public enum Transition: Equatable, Sendable {
    /// The same page stays on top.
    case none
    /// A page is shown on top of the former one.
    case push
    /// The page on top is removed, which shows one that was below.
    case pop
    /// A page replaces the one on top.
    case replace
  }

  /// The ids that have been removed, from the top down, so that dialogs of pages above close before
  /// those below.
  public let removed: [ID]
  /// The ids that are new, from the bottom up.
  public let inserted: [ID]
  /// Whether the order of the pages that stay has changed.
  public let isReordered: Bool
  /// The id of the page on top, `nil` for the root.
  public let top: ID?
  /// How to get there.
  public let transition: Transition

  /// Compares two paths.
  ///
  /// - Complexity: Linear in the length of the paths.
  ///
  /// - Parameters:
  ///   - old: The ids of the pages that are shown, from the bottom up, without the root.
  ///   - new: The ids of the pages to show.
  @inlinable
  public init(from old: OrderedSet<ID>, to new: OrderedSet<ID>) {
    removed = old.reversed().filter { !new.contains($0) }
    inserted = new.filter { !old.contains($0) }
    isReordered = !old.filter(new.contains).elementsEqual(new.filter(old.contains))
    top = new.last
    transition = Self.transition(from: old, to: new)
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool {
    removed.isEmpty && inserted.isEmpty && !isReordered && transition == .none
  }

  @inlinable
  static func transition(from old: OrderedSet<ID>, to new: OrderedSet<ID>) -> Transition {
    guard old.last != new.last else { return .none }
    guard let oldTop = old.last else { return .push }
    guard let newTop = new.last else { return .pop }
    if new.contains(oldTop) { return .push }
    if old.contains(newTop) { return .pop }
    return new.count > old.count ? .push : .replace
  }
}

extension NavigationPlan: Sendable where ID: Sendable {}
