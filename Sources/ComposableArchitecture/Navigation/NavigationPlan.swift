import OrderedCollections

/// What is to be done to the pages of a navigation stack so that they show another path.
///
/// A pure function of the two paths; whoever owns the pages carries it out: insert, put in order, show the top with the
/// transition, and let go of what was removed when the transition is over. However many elements differ, there is one
/// transition.
public struct NavigationPlan<ID: Hashable>: Equatable {
  /// How the page on top gives way to another.
  public enum Transition: Equatable, Sendable {
    /// The same page stays on top.
    case none
    /// A page comes to lie on top of the one before.
    case push
    /// The page on top leaves, and shows one that lay below.
    case pop
    /// A page takes the place of the one on top.
    case replace
  }

  /// The ids that have left, from the top down: dialogs of pages above close before those below.
  public let removed: [ID]
  /// The ids that have come, from the bottom up.
  public let inserted: [ID]
  /// Whether pages that stay have changed places.
  public let isReordered: Bool
  /// The id of the page on top, `nil` for the root.
  public let top: ID?
  /// How to get there.
  public let transition: Transition

  /// Compares two paths.
  ///
  /// Complexity: linear in the length of the paths.
  ///
  /// - Parameters:
  ///   - old: The ids of the pages that are shown, from the bottom up, without the root.
  ///   - new: The ids that are to be shown.
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
