import GtkKit

/// What the views in a column of a split view tell the split view, and what it tells them.
package final class ColumnContext {
  /// The widths that a column asks for, in pixels; `nil` for what the split view decides.
  package struct Widths: Equatable {
    package var minimum: Double?
    package var ideal: Double
    package var maximum: Double?
  }

  private struct WeakList {
    weak var list: (any SelectionList)?
  }

  /// Called when what the column asks for, or the lists in it, have changed.
  package var onChange: () -> Void = {}
  /// Called after the user has selected a row of a list in the column, also if it was selected
  /// before.
  package var onUserSelection: () -> Void = {}
  /// Whether the column is shown alone, as the page of a stack. The arrow keys then move only the
  /// focus of a list: a selection leads to the next column.
  package var isPage = false

  private struct WeakTarget {
    weak var target: (any BackTarget)?
  }

  private var targets: [WeakTarget] = []
  /// What views ask for, the outermost first.
  private var requests: [(owner: ObjectIdentifier, depth: Int, widths: Widths)] = []
  private var lists: [WeakList] = []

  package init() {}

  deinit {}

  /// The widths that the outermost view asks for; `nil` if none does.
  package var widths: Widths? { requests.first?.widths }

  fileprivate func setWidths(_ widths: Widths?, owner: Node) {
    let key = ObjectIdentifier(owner)
    let index = requests.firstIndex { $0.owner == key }
    switch (index, widths) {
    case (let index?, let widths?): requests[index].widths = widths
    case (let index?, nil): requests.remove(at: index)
    case (nil, let widths?):
      let place = requests.firstIndex { $0.depth > owner.depth } ?? requests.endIndex
      requests.insert((key, owner.depth, widths), at: place)
    case (nil, nil): return
    }
    onChange()
  }

  /// Adds a container of pages, to which ways back lead first.
  package func add(_ target: any BackTarget) {
    targets.removeAll { $0.target == nil }
    targets.append(WeakTarget(target: target))
  }

  /// The innermost container of pages in the column that is on the screen and can go back.
  package var backTarget: (any BackTarget)? {
    targets.reversed().lazy.compactMap(\.target).first {
      gtk_widget_get_mapped($0.widget) != 0 && $0.canGoBack
    }
  }

  /// The container that was added first: the outermost one.
  package var fillingTarget: (any BackTarget)? { targets.lazy.compactMap(\.target).first }

  func add(_ list: any SelectionList) {
    lists.removeAll { $0.list == nil }
    lists.append(WeakList(list: list))
    onChange()
  }

  func remove(_ list: any SelectionList) {
    lists.removeAll { $0.list == nil || $0.list === list }
    onChange()
  }

  /// Whether a list in the column has a selected element; `nil` if there is no list with a
  /// selection of one element. What is read here is observed.
  package var hasSelection: Bool? {
    // All are read, so that a change of any of them is observed.
    let selections = lists.compactMap { $0.list?.hasSelectedElement }
    return selections.isEmpty ? nil : selections.contains(true)
  }

  /// Asks the state for no selection. The state may decline.
  package func clearSelection() {
    for list in lists.compactMap(\.list) where list.hasSelectedElement { list.clearSelection() }
  }
}

/// A container of pages in a column of a split view, which has a way back of its own.
package protocol BackTarget: AnyObject {
  var widget: WidgetPointer { get }
  /// Whether there is a page to go back to.
  var canGoBack: Bool { get }
  /// Asks the state to go back. Returns whether there is a page to go back to.
  func goBack() -> Bool
}

/// The node of a list whose selection leads to the next column of a split view.
protocol SelectionList: AnyObject {
  /// Whether an element is selected according to the state.
  var hasSelectedElement: Bool { get }
  /// Writes an empty selection to the state.
  func clearSelection()
}

private enum ColumnContextKey: EnvironmentKey {
  static let defaultValue: ColumnContext? = nil
}

extension EnvironmentValues {
  /// The column of a split view that contains the view; `nil` outside of split views, and in
  /// presentations that have a window of their own.
  package var columnContext: ColumnContext? {
    get { self[ColumnContextKey.self] }
    set { self[ColumnContextKey.self] = newValue }
  }
}

// MARK: - Widths

extension View {
  /// Sets the width of the column of a split view that contains this view. The user cannot change
  /// it.
  ///
  /// - Parameter width: The width, in pixels. The column is wider if its content needs more.
  public func navigationSplitViewColumnWidth(_ width: Double) -> some View {
    navigationSplitViewColumnWidth(min: width, ideal: width, max: width)
  }

  /// Sets the widths of the column of a split view that contains this view.
  ///
  /// The minimum widths also decide how many columns a window has room for. Of the last column,
  /// only the minimum counts.
  ///
  /// - Parameters:
  ///   - min: The smallest width, in pixels. The column is never narrower than its content needs.
  ///   - ideal: The width until the user changes it.
  ///   - max: The greatest width.
  public func navigationSplitViewColumnWidth(
    min: Double? = nil,
    ideal: Double,
    max: Double? = nil
  ) -> some View {
    ColumnWidthView(
      content: self,
      widths: ColumnContext.Widths(minimum: min, ideal: ideal, maximum: max)
    )
  }
}

private struct ColumnWidthView<Content: View>: PrimitiveView {
  let content: Content
  let widths: ColumnContext.Widths

  func makeNode(_ context: NodeContext) -> ViewNode<Self> { ColumnWidthNode(self, context) }
}

private final class ColumnWidthNode<Content: View>:
  ForwardingNode<ColumnWidthView<Content>, Content>
{
  private var column: ColumnContext?

  init(_ view: ColumnWidthView<Content>, _ context: NodeContext) {
    super.init(view, context) { $0.content }
    contribute()
  }

  deinit {}

  private func contribute() {
    column = environment.columnContext
    column?.setWidths(view.widths, owner: self)
  }

  override func update(_ view: ColumnWidthView<Content>) {
    let old = self.view.widths
    super.update(view)
    if old != view.widths { contribute() }
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    guard column !== environment.columnContext else { return }
    column?.setWidths(nil, owner: self)
    contribute()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    column?.setWidths(nil, owner: self)
    super.destroy()
  }
}
