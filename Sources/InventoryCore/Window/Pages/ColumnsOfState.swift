import ComposableArchitecture

/// The columns of a wide window. All of them show the one path; see `docs/decisions/desk.md`.
extension InventoryFeature.State {
  /// The pages on the list: those before the first item.
  public var contentPath: StackState<InventoryFeature.Path.State> {
    StackState(path.prefix(detailIndex))
  }

  /// The first item of the path, with which the column of the item begins; `nil` if there is none.
  public var detailID: StackElementID? {
    detailIndex < path.endIndex ? path.ids[detailIndex] : nil
  }

  /// The pages that were opened from the first item.
  public var detailPath: StackState<InventoryFeature.Path.State> {
    StackState(path[detailIndex...].dropFirst())
  }

  /// Where in the path the column of the item begins; the end of the path if there is no item.
  var detailIndex: Int { path.firstIndex { $0.is(\.item) } ?? path.endIndex }

  /// The column that is shown while there is room for one beside the sidebar, or for one at all.
  public var column: NavigationSplitViewColumn { detailID == nil ? .sidebar : .detail }

  /// The item of the column of the item.
  public var shownItem: Item.ID? { detailID.flatMap { path[id: $0]?.item?.item.id } }

  /// Shows a page on the one that it was opened from. What was there before goes, and asks first if
  /// it has unsaved changes: in a wide window the next item takes the place of the last one.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - origin: The page that it was opened from; `nil` for the list.
  mutating func show(
    _ page: InventoryFeature.Path.State,
    on origin: StackElementID?
  ) -> Effect<InventoryFeature.Action> {
    let start = origin.flatMap { path.ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let above = path.ids[start...]
    let isThere = above.first.map { path[id: $0]?.page.link == page.page.link } ?? false
    let leaving = isThere ? above.dropFirst() : above
    for id in leaving {
      guard let question = path[id: id]?.page.pathQuestionAboutUnsavedChanges else { continue }
      postponed = .page(page, on: origin)
      return .send(.path(.element(id: id, action: question)))
    }
    path.removeLast(leaving.count)
    if !isThere { path.append(page) }
    return .none
  }
}
