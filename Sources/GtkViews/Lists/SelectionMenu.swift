import GtkKit
import PagedArrays

/// What the user can do with the selection of a list.
///
/// An object, so that an update with other closures does not change the environment of all rows.
final class SelectionMenu {
  /// The rows that an action is for.
  enum Rows {
    /// The elements with these ids.
    case ids(Set<AnyHashable>)
    /// A `PagedSelection`, which may have more elements than are known.
    case paged(Any)
  }

  /// What the items and the primary action are.
  struct Actions {
    /// Makes the items of the menu; `nil` if it is not for rows of this kind.
    let items: (Rows) -> AnyView?
    /// Performs the primary action. Returns whether it is for rows of this kind.
    let perform: ((Rows) -> Bool)?
  }

  fileprivate(set) var actions: Actions?

  init() {}

  deinit {}
}

/// What Ctrl+C copies in a list.
final class CopyCommand {
  /// Returns the text; `nil` if the list decides what it is.
  fileprivate(set) var text: (() -> String?)?

  init() {}

  deinit {}
}

private enum SelectionMenuKey: EnvironmentKey {
  static let defaultValue: SelectionMenu? = nil
}

private enum CopyCommandKey: EnvironmentKey {
  static let defaultValue: CopyCommand? = nil
}

extension EnvironmentValues {
  /// What the user can do with the selection of lists.
  var selectionMenu: SelectionMenu? {
    get { self[SelectionMenuKey.self] }
    set { self[SelectionMenuKey.self] = newValue }
  }

  /// What Ctrl+C copies in a list.
  var copyCommand: CopyCommand? {
    get { self[CopyCommandKey.self] }
    set { self[CopyCommandKey.self] = newValue }
  }

  /// The environment of views in a row, which are not themselves the list around them.
  var outsideOfLists: EnvironmentValues {
    var environment = self
    if table != nil { environment.table = nil }
    if selectionMenu != nil { environment.selectionMenu = nil }
    if copyCommand != nil { environment.copyCommand = nil }
    return environment
  }
}

extension View {
  /// Adds a context menu to the rows of a ``List`` or ``Table`` with a selection, and an action for
  /// activating them.
  ///
  /// ```swift
  /// Table(store.parcels, selection: $store.selection) { … }
  ///   .contextMenu(forSelectionType: Parcel.ID.self) { ids in
  ///     Button("Send \(ids.count) Parcels") { store.send(.sendTapped(ids)) }
  ///   } primaryAction: { ids in
  ///     store.send(.opened(ids))
  ///   }
  /// ```
  ///
  /// In a list over pages whose selection contains elements that are not loaded, use
  /// ``contextMenu(forPagedSelectionOf:menu:primaryAction:)`` instead: the ids of such elements are
  /// not known.
  ///
  /// - Parameters:
  ///   - type: The type of the ids.
  ///   - menu: Makes the items of the menu for the selected rows if one of them is clicked, for
  ///     another row if that is clicked, and for none beside the rows.
  ///   - primaryAction: Called with the selected rows when the user presses Return or clicks twice.
  public func contextMenu<ID: Hashable, Menu: View>(
    forSelectionType type: ID.Type = ID.self,
    @ViewBuilder menu: @escaping (Set<ID>) -> Menu,
    primaryAction: ((Set<ID>) -> Void)? = nil
  ) -> some View {
    func ids(_ rows: SelectionMenu.Rows) -> Set<ID>? {
      guard case .ids(let ids) = rows else { return nil }
      let known = Set(ids.compactMap { $0.base as? ID })
      return known.count == ids.count ? known : nil
    }
    return SelectionMenuView(
      content: self,
      actions: SelectionMenu.Actions(
        items: { ids($0).map { AnyView(menu($0)) } },
        perform: primaryAction.map { action in { ids($0).map(action) != nil } }
      )
    )
  }

  /// Adds a context menu to the rows of a ``List`` or ``Table`` over pages, and an action for
  /// activating them.
  ///
  /// - Parameters:
  ///   - type: The type of the ids.
  ///   - menu: Makes the items of the menu for the selection if one of its rows is clicked, for
  ///     another row if that is clicked, and for none beside the rows.
  ///   - primaryAction: Called with the selection when the user presses Return or clicks twice.
  public func contextMenu<ID: Hashable, Menu: View>(
    forPagedSelectionOf type: ID.Type = ID.self,
    @ViewBuilder menu: @escaping (PagedSelection<ID>) -> Menu,
    primaryAction: ((PagedSelection<ID>) -> Void)? = nil
  ) -> some View {
    func selection(_ rows: SelectionMenu.Rows) -> PagedSelection<ID>? {
      switch rows {
      case .paged(let selection): return selection as? PagedSelection<ID>
      case .ids(let ids):
        let known = Set(ids.compactMap { $0.base as? ID })
        return known.count == ids.count ? .only(known) : nil
      }
    }
    return SelectionMenuView(
      content: self,
      actions: SelectionMenu.Actions(
        items: { selection($0).map { AnyView(menu($0)) } },
        perform: primaryAction.map { action in { selection($0).map(action) != nil } }
      )
    )
  }

  /// Sets what Ctrl+C copies while a row of a ``List`` or ``Table`` has the keyboard focus.
  ///
  /// Without it, a table copies the selected rows as text: a line for each, with a tab between the
  /// columns. A list copies nothing.
  ///
  /// ```swift
  /// Table(store.parcels, selection: $store.selection) { … }
  ///   .onCopyCommand { store.selectedParcels.map(\.label).joined(separator: "\n") }
  /// ```
  ///
  /// - Parameter text: Returns the text, or `nil` to copy nothing.
  public func onCopyCommand(perform text: (() -> String?)?) -> some View {
    CopyCommandView(content: self, text: text)
  }
}

private struct SelectionMenuView<Content: View>: PrimitiveView {
  let content: Content
  let actions: SelectionMenu.Actions

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { SelectionMenuNode(self, context) }
}

private protocol SelectionMenuHolding: Node {}

private final class SelectionMenuNode<Content: View>:
  ForwardingNode<SelectionMenuView<Content>, Content>, SelectionMenuHolding
{
  private let menu = SelectionMenu()

  init(_ view: SelectionMenuView<Content>, _ context: NodeContext) {
    menu.actions = view.actions
    super.init(view, context) { $0.content }
    if modifiedNodes.contains(where: { $0 is any SelectionMenuHolding }) {
      reportRepeatedModifier("contextMenu(forSelectionType:)", "The list uses the inner one.")
    }
  }

  deinit {}

  override func update(_ view: SelectionMenuView<Content>) {
    menu.actions = view.actions
    super.update(view)
  }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.selectionMenu = menu
    return environment
  }
}

private struct CopyCommandView<Content: View>: PrimitiveView {
  let content: Content
  let text: (() -> String?)?

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { CopyCommandNode(self, context) }
}

private final class CopyCommandNode<Content: View>:
  ForwardingNode<CopyCommandView<Content>, Content>
{
  private let command = CopyCommand()

  init(_ view: CopyCommandView<Content>, _ context: NodeContext) {
    command.text = view.text
    super.init(view, context) { $0.content }
  }

  deinit {}

  override func update(_ view: CopyCommandView<Content>) {
    command.text = view.text
    super.update(view)
  }

  override var childEnvironment: EnvironmentValues {
    var environment = environment
    environment.copyCommand = command
    return environment
  }
}

/// A row that knows what it is as text.
protocol CopiedRow {
  /// The text; `nil` if the row has no element.
  var copiedText: String? { get }
}
