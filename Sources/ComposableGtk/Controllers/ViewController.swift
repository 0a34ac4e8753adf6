import ComposableArchitecture
import GtkKit
import GtkViews
import Observation

/// A page whose widgets are made by hand, and follow a store through ``observe(_:)``.
///
/// ```swift
/// final class CounterViewController: ViewController {
///   private let store: StoreOf<Counter>
///
///   init(store: StoreOf<Counter>) {
///     self.store = store
///     super.init()
///   }
///
///   override func viewDidLoad() {
///     super.viewDidLoad()
///     title = "Counter"
///     let label = gtk_label_new(nil)!
///     gtk_box_append(widget.cast(), label)
///     observe { [store] in
///       gtk_label_set_text(OpaquePointer(label), "\(store.count)")
///     }
///   }
/// }
/// ```
///
/// It is shown by a ``NavigationStackController``, by ``present(item:onDismiss:content:)`` of another one, or as a part of
/// declarative views by ``ViewControllerView``. Its title and its items for the header bar travel with its page.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
open class ViewController {
  /// What the controller says about its page: the title and the items for the header bar.
  public final let pageContext = PageContext()

  private var loaded: ObjectReference?
  private var tokens: Set<ObserveToken> = []
  private let presentations = ControllerPresentations()
  /// Where the controller is shown.
  final weak var node: ViewControllerNode?

  /// Makes a controller without widgets: they come when ``widget`` is first asked for.
  public init() {}

  isolated deinit {
    for token in tokens { token.cancel() }
  }

  // MARK: Widgets

  /// Makes the outermost widget. Called once. The default is an empty, vertical box.
  open func loadView() -> WidgetPointer {
    gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  }

  /// Called once, after the outermost widget has been made: the place to fill it, to ``observe(_:)`` the store and to say what
  /// is presented. The default does nothing.
  open func viewDidLoad() {}

  /// The outermost widget.
  public final var widget: WidgetPointer {
    if let loaded { return loaded.widget }
    let reference = ObjectReference(loadView())
    loaded = reference
    viewDidLoad()
    return reference.widget
  }

  /// Whether the widgets have been made.
  public final var isViewLoaded: Bool { loaded != nil }

  // MARK: Page

  /// The title of the page, in the header bar, in the tooltip of the back button and for assistive technologies.
  public final var title = "" {
    didSet { if title != oldValue { contribute() } }
  }

  /// The line below the title; empty for none.
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

  // Kept alive: the header bar holds them only while the page is on top.
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

  /// Runs a closure now, and again whenever something that it read of a store or of an `@Observable` object has changed, until
  /// the controller goes.
  ///
  /// - Parameter apply: The closure. Capture the controller weakly or unowned: it keeps the closure.
  /// - Returns: A token that ends the observation earlier.
  @discardableResult
  public final func observe(_ apply: @escaping @MainActor @Sendable () -> Void) -> ObserveToken {
    let token = ComposableArchitecture.observe(apply)
    tokens.insert(token)
    return token
  }

  /// Pushes a state onto the navigation stack that the controller is shown in, as a ``NavigationLink`` does. Outside a stack, or
  /// in one that holds states of another type, it is reported, and nothing happens.
  ///
  /// - Parameter state: The state, of the type that the stack holds.
  public final func push<State>(
    state: State,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    pushState(
      state,
      from: node?.environment.navigationPage,
      location: (fileID, filePath, line, column)
    )
  }

  /// Closes what the controller is shown in, as a back press would: the state decides.
  public final func dismiss() {
    node?.environment.dismiss()
  }

  // MARK: Presentations

  /// Shows a controller in a sheet as long as there is an item.
  ///
  /// When the user closes the sheet, `nil` is written to the binding; the sheet goes when the item has gone.
  ///
  /// - Parameters:
  ///   - item: What the sheet is about, such as `$store.scope(state: \.edit, action: \.edit)`.
  ///   - onDismiss: Called after the close.
  ///   - content: Makes the controller for an item. Called once for each identity.
  public final func present<Item: Identifiable>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    content: @escaping (Item) -> ViewController
  ) {
    present {
      $0.sheet(item: item, onDismiss: onDismiss) { item in ViewControllerView { content(item) } }
    }
  }

  /// Shows a controller in a sheet as long as a condition holds.
  ///
  /// - Parameters:
  ///   - isPresented: Whether it is shown; `false` is written when the user closes it.
  ///   - onDismiss: Called after the close.
  ///   - content: Makes the controller.
  public final func present(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    content: @escaping () -> ViewController
  ) {
    present {
      $0.sheet(isPresented: isPresented, onDismiss: onDismiss) { ViewControllerView(content) }
    }
  }

  /// Shows a controller as a page of the enclosing navigation stack as long as there is an item; see
  /// ``View/navigationDestination(item:destination:)``.
  ///
  /// - Parameters:
  ///   - item: What the page is about.
  ///   - destination: Makes the controller for an item. Called once for each identity.
  public final func navigationDestination<Item: Identifiable>(
    item: Binding<Item?>,
    destination: @escaping (Item) -> ViewController,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    present {
      $0.navigationDestination(
        item: item,
        destination: { item in ViewControllerView { destination(item) } },
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// Shows a controller as a page of the enclosing navigation stack as long as a condition holds.
  ///
  /// - Parameters:
  ///   - isPresented: Whether it is shown; `false` is written when the user goes back.
  ///   - destination: Makes the controller.
  public final func navigationDestination(
    isPresented: Binding<Bool>,
    destination: @escaping () -> ViewController,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    present {
      $0.navigationDestination(
        isPresented: isPresented,
        destination: { ViewControllerView(destination) },
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// Shows an alert as long as its state is there.
  ///
  /// - Parameter store: The store of the alert.
  public final func alert<Action>(_ store: Binding<Store<AlertState<Action>, Action>?>) {
    present { $0.alert(store) }
  }

  /// Shows a confirmation dialog as long as its state is there.
  ///
  /// - Parameter store: The store of the dialog.
  public final func confirmationDialog<Action>(
    _ store: Binding<Store<ConfirmationDialogState<Action>, Action>?>
  ) {
    present { $0.confirmationDialog(store) }
  }

  /// Presents in any way that views can be presented in.
  func present<Content: View>(_ modify: @escaping (AnyView) -> Content) {
    presentations.modifiers.append { AnyView(modify($0)) }
  }

  /// The controller with everything that it presents.
  final var content: AnyView {
    // Loading says what is presented.
    _ = widget
    return presentations.modifiers.reduce(AnyView(ViewControllerContent(controller: self))) {
      $1($0)
    }
  }

  /// The views that a controller shows in its widget, if it does.
  var hostedRoot: Node? { nil }
}

/// What a controller presents; observed, for more may come after it is shown.
@Observable
private final class ControllerPresentations {
  var modifiers: [(AnyView) -> AnyView] = []

  init() {}

  deinit {}
}
