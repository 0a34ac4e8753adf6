import GtkKit

/// A scroll towards a view, as somebody asked for it.
struct ScrollRequest {
  /// The identity of the view.
  let id: AnyHashable
  /// The point of the view, and of what is in sight, that are to meet; `nil` to scroll no further
  /// than until the view is in sight.
  let anchor: UnitPoint?
  /// Whether the views are to be seen moving.
  let isAnimated: Bool

  /// The duration in milliseconds; `nil` to move at once.
  var duration: Int? { isAnimated && DesktopSettings.areAnimationsEnabled ? 250 : nil }
}

/// A node whose views scroll.
protocol ScrollArea: Node {
  /// Scrolls to a view of this area, once it has been laid out.
  ///
  /// - Returns: Whether the area has such a view.
  func scroll(to request: ScrollRequest) -> Bool
}

/// A node of a view with an identity, as ``View/id(_:)`` gives it.
protocol Identified: Node {
  var identity: AnyHashable { get }
}

/// A view with an identity, as ``View/id(_:)`` gives it.
protocol IdentifiedContent {
  var identity: AnyHashable { get }
}

extension Node {
  /// Scrolls the first area below that has a view with an identity. Areas within others come first.
  @discardableResult
  func scrollAreas(to request: ScrollRequest) -> Bool {
    var isDone = false
    forEachChild { child in
      if !isDone { isDone = child.scrollAreas(to: request) }
    }
    return isDone || (self as? any ScrollArea)?.scroll(to: request) ?? false
  }

  /// Returns the first node below whose view has an identity: from ``View/id(_:)``, or as an
  /// element of a ``ForEach``.
  func descendant(identifiedBy id: AnyHashable) -> Node? {
    var found: Node?
    (self as? any ElementNode)?.forEachElement { elementID, node in
      if found == nil, elementID == id { found = node }
    }
    forEachChild { child in
      guard found == nil else { return }
      found =
        (child as? any Identified)?.identity == id ? child : child.descendant(identifiedBy: id)
    }
    return found
  }
}
