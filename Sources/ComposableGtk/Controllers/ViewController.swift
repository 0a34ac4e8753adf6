import ComposableArchitecture
import GtkKit
import GtkViews
import Observation

/// A page whose widgets are built by hand and follow a store through ``observe(_:)``.
///
/// ```swift
/// final class FerryViewController: ViewController {
///   private let store: StoreOf<Ferry>
///
///   init(store: StoreOf<Ferry>) {
///     self.store = store
///     super.init()
///   }
///
///   override func viewDidLoad() {
///     super.viewDidLoad()
///     title = "Ferry"
///     let label = gtk_label_new(nil)!
///     gtk_box_append(widget.cast(), label)
///     observe { [store] in
///       gtk_label_set_text(OpaquePointer(label), "\(store.aboard) aboard")
///     }
///   }
/// }
/// ```
///
/// A view controller is shown by a ``NavigationStackController``, by another controller's
/// ``present(item:onDismiss:content:)``, or among declarative views by a ``ViewControllerView``.
/// The header bar shows its title and its items while its page is on top.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
open class ViewController {
  /// The title of the controller's page and its items for the header bar.
  public final let pageContext = PageContext()

  private var loaded: ObjectReference?
  private var tokens: Set<ObserveToken> = []
  private let presentations = ControllerPresentations()
  /// The node that shows the controller.
  final weak var node: ViewControllerNode?

  /// Makes a controller. Its widgets are made on the first access to ``widget``.
  public init() {}

  isolated deinit {
    for token in tokens { token.cancel() }
  }

  // MARK: Widgets

  /// Makes the outermost widget. Called once. The default implementation makes an empty vertical
  /// box.
  open func loadView() -> WidgetPointer {
    gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  }

  /// Called once, after the outermost widget has been made: the place to fill it, to
  /// ``observe(_:)`` the store and to call the functions that present other controllers. The
  /// default implementation does nothing.
  open func viewDidLoad() {}

  /// The outermost widget. The first access makes it.
  public final var widget: WidgetPointer {
    if let loaded { return loaded.widget }
    let reference = ObjectReference(loadView())
    loaded = reference
    viewDidLoad()
    return reference.widget
  }

  // MARK: Page

  /// The title of the page: in the header bar, in the tooltip of the back button of the next page,
  /// and for assistive technologies.
  public final var title = "" {
    didSet { if title != oldValue { contribute() } }
  }

  /// The line below the title; no line if empty.
  public final var subtitle = "" {
    didSet { if subtitle != oldValue { contribute() } }
  }

  /// Widgets for the start of the header bar while this page is on top.
  public final var leadingItems: [WidgetPointer] {
    get { heldLeading.map(\.widget) }
    set {
      heldLeading = newValue.map { ObjectReference($0) }
      contribute()
    }
  }

  /// Widgets for the end of the header bar while this page is on top.
  public final var trailingItems: [WidgetPointer] {
    get { heldTrailing.map(\.widget) }
    set {
      heldTrailing = newValue.map { ObjectReference($0) }
      contribute()
    }
  }

  // Retained here, because the header bar retains them only while the page is on top.
  private var heldLeading: [ObjectReference] = []
  private var heldTrailing: [ObjectReference] = []

  private func contribute() {
    let contribution = PageContribution(
      title: title.isEmpty ? nil : title,
      subtitle: subtitle.isEmpty ? nil : subtitle,
      items: leadingItems.map { .init(placement: .leading, widget: $0) }
        + trailingItems.map { .init(placement: .trailing, widget: $0) }
    )
    pageContext.contribute(contribution, owner: self)
  }

  // MARK: State

  /// Runs a closure now, and again whenever something that it has read of a store or of an
  /// `@Observable` object changes, until the controller is released.
  ///
  /// - Parameter apply: The closure. It must not capture the controller strongly, because the
  ///   controller keeps it.
  /// - Returns: A token that can end the observation earlier.
  @discardableResult
  public final func observe(_ apply: @escaping @MainActor @Sendable () -> Void) -> ObserveToken {
    let token = ComposableArchitecture.observe(apply)
    tokens.insert(token)
    return token
  }

  /// Pushes a state onto the navigation stack that shows the controller, as a ``NavigationLink``
  /// does. Outside of a stack, or in a stack that holds states of another type, it reports an issue
  /// and does nothing. While another page or a sheet covers the controller, it does nothing.
  ///
  /// - Parameter state: The state, of the type that the stack holds.
  public final func push<State>(
    state: State,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    if let node, node.ignoresInput { return }
    pushState(
      state,
      from: node?.environment.navigationPage,
      location: (fileID, filePath, line, column)
    )
  }

  /// Asks to close the page or sheet that shows the controller, as the back button does: the state
  /// decides.
  public final func dismiss() {
    node?.environment.dismiss()
  }

  // MARK: Presentations

  /// Shows a controller in a sheet while there is an item.
  ///
  /// When the user closes the sheet, `nil` is written to the binding. The sheet closes when the
  /// item is gone.
  ///
  /// - Parameters:
  ///   - item: The item of the sheet, such as `$store.scope(state: \.edit, action: \.edit)`.
  ///   - onDismiss: Called after the sheet has closed.
  ///   - content: Makes the controller for an item. Called once for each id.
  public final func present<Item: Identifiable>(
    item: UIBinding<Item?>,
    onDismiss: (() -> Void)? = nil,
    content: @escaping (Item) -> ViewController
  ) {
    present {
      $0.sheet(item: Binding(item), onDismiss: onDismiss) { item in
        ViewControllerView { content(item) }
      }
    }
  }

  /// Shows a controller in a sheet while a condition is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the sheet is shown. `false` is written when the user closes it.
  ///   - onDismiss: Called after the sheet has closed.
  ///   - content: Makes the controller.
  public final func present(
    isPresented: UIBinding<Bool>,
    onDismiss: (() -> Void)? = nil,
    content: @escaping () -> ViewController
  ) {
    present {
      $0.sheet(isPresented: Binding(isPresented), onDismiss: onDismiss) {
        ViewControllerView(content)
      }
    }
  }

  /// Shows a controller as a page of the enclosing navigation stack while there is an item; see
  /// ``View/navigationDestination(item:destination:)``.
  ///
  /// - Parameters:
  ///   - item: The item of the page.
  ///   - destination: Makes the controller for an item. Called once for each id.
  public final func navigationDestination<Item: Identifiable>(
    item: UIBinding<Item?>,
    destination: @escaping (Item) -> ViewController,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    present {
      $0.navigationDestination(
        item: Binding(item),
        destination: { item in ViewControllerView { destination(item) } },
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// Shows a controller as a page of the enclosing navigation stack while a condition is true.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the page is shown. `false` is written when the user goes back.
  ///   - destination: Makes the controller.
  public final func navigationDestination(
    isPresented: UIBinding<Bool>,
    destination: @escaping () -> ViewController,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    present {
      $0.navigationDestination(
        isPresented: Binding(isPresented),
        destination: { ViewControllerView(destination) },
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// Shows an alert while there is a state for it.
  ///
  /// - Parameter store: The store of the alert.
  public final func alert<Action>(_ store: UIBinding<Store<AlertState<Action>, Action>?>) {
    present { $0.alert(Binding(store)) }
  }

  /// Shows a confirmation dialog while there is a state for it.
  ///
  /// - Parameter store: The store of the dialog.
  public final func confirmationDialog<Action>(
    _ store: UIBinding<Store<ConfirmationDialogState<Action>, Action>?>
  ) {
    present { $0.confirmationDialog(Binding(store)) }
  }

  /// Presents by any modifier of a view.
  func present<Content: View>(_ modify: @escaping (AnyView) -> Content) {
    presentations.modifiers.append { AnyView(modify($0)) }
  }

  /// A view of the controller with all its presentations.
  final var content: AnyView {
    // Loading the widgets registers the presentations.
    _ = widget
    return presentations.modifiers.reduce(AnyView(ViewControllerContent(controller: self))) {
      $1($0)
    }
  }

  /// The root node of the views that the controller shows in its widget, if it shows any.
  var hostedRoot: Node? { nil }
}

/// What a controller presents. Observable, because presentations can be added while the controller
/// is shown.
@Observable
private final class ControllerPresentations {
  var modifiers: [(AnyView) -> AnyView] = []

  init() {}

  deinit {}
}
