import ComposableGtk
import ComposableGtkTestSupport
import GtkKit

/// Holds weak references to the nodes, stores and widgets that have been on the screen, for tests
/// that check that they are gone. Views take part in it with a ``Counted`` among their content.
@MainActor
final class Census {
  /// The one that is taken at the moment.
  static var current: Census?

  private struct Member {
    weak var object: AnyObject?
  }

  /// By address: one that is met again is either the same or in the place of one that has gone.
  private var members: [ObjectIdentifier: Member] = [:]
  private var widgets: [WidgetPointer: WeakReference] = [:]

  /// Takes in an object.
  func meet(_ object: AnyObject) {
    members[ObjectIdentifier(object)] = Member(object: object)
  }

  /// Takes in the widgets of all windows.
  func meetWidgets() {
    for window in Toplevels.all {
      for widget in WidgetPointer(window.cast()).family {
        widgets[widget] = WeakReference(widget)
      }
    }
  }

  /// The types of what is still alive, each with its number.
  var survivors: [String: Int] {
    let objects = members.values.compactMap(\.object).map { "\(type(of: $0))" }
    let widgets = widgets.filter(\.value.isAlive).keys.map(\.typeName)
    return Dictionary((objects + widgets).map { ($0, 1) }, uniquingKeysWith: +)
  }
}

/// Shows nothing, and gives a store and the nodes above to the census that is taken.
struct Counted: PrimitiveView {
  let store: AnyObject

  func makeNode(_ context: NodeContext) -> ViewNode<Counted> {
    let node = ViewNode(self, context)
    if let census = Census.current {
      census.meet(store)
      for node in sequence(first: node as Node, next: \.parent) { census.meet(node) }
    }
    return node
  }
}
