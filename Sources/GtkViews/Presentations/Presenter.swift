/// Presents an item in a dialog, a popover or a page.
///
/// Each kind of presentation is a type that conforms to this protocol. When it is presented is
/// decided by a binding to an optional item, see
/// ``View/presents(_:item:id:configuration:onDismiss:)``. An instance lives as long as the
/// presentation of one item.
@MainActor public protocol Presenter: AnyObject {
  /// The type of the presented items.
  associatedtype Item
  /// The type of what the presenter needs besides the item, such as the views that show it.
  associatedtype Configuration

  /// Whether the presentation needs the widget of the presenting view on the screen, not only its
  /// window.
  static var needsAnchor: Bool { get }

  /// Whether the same view may present nothing else meanwhile. True by default.
  static var isExclusive: Bool { get }

  /// Whether the presentation needs the window of the presenting view on the screen. True by
  /// default.
  static var needsWindow: Bool { get }

  /// What takes no input while the item is presented, from the moment the state has it. Nothing by
  /// default.
  static var covers: CoveredViews { get }

  /// Prepares a presentation.
  init(_ context: PresentationContext)

  /// Shows the item: the first call opens the presentation, later calls update it with an item of
  /// the same identity.
  func show(_ item: Item, _ configuration: Configuration)

  /// Closes the presentation. The item is already gone from the state; views that are still visible
  /// show the last state.
  func close()

  /// Called when the environment of the presenting view has changed.
  func environmentDidChange()
}

extension Presenter {
  public static var isExclusive: Bool { true }
  public static var needsWindow: Bool { true }
  public static var covers: CoveredViews { .none }
}

/// The views that take no input while something is presented.
public enum CoveredViews: Equatable, Sendable {
  /// None of them, or those that GTK itself keeps from input, as it does around a popover.
  case none
  /// The page of the presenting view, below another one.
  case page
  /// The window of the presenting view, below a modal one.
  case window
}
