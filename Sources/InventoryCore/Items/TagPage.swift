import ComposableArchitecture

extension TagFeature.State: PageState {
  static var stateCase: CaseKeyPath<InventoryFeature.Path.State, Self> { \.tag }
  static var actionCase: CaseKeyPath<InventoryFeature.Path.Action, TagFeature.Action> { \.tag }

  var link: DeepLink.Page { .tag(name: name) }
  var sidebarEntry: SidebarEntry? { .tag(name) }

  var problem: DatabaseProblem? { list.problem }
  var isPresenting: Bool { list.manyItems != nil }

  var questionAboutUnsavedChanges: TagFeature.Action? {
    list.questionAboutUnsavedChanges.map { .list($0) }
  }

  var dismissal: TagFeature.Action? { list.dismissal.map { .list($0) } }

  static func formEvent(of action: TagFeature.Action) -> FormEvent? {
    guard case .list(let action) = action else { return nil }
    return action.formEvent
  }

  static func step(for action: TagFeature.Action) -> PageStep? {
    guard case .list(.delegate(.itemOpened(let item))) = action else { return nil }
    return .push(.item(ItemDetailFeature.State(item: item)))
  }
}

extension DeepLink.Page {
  /// The items with a tag.
  public static func tag(name: String) -> Self { Self("tags", name) }
}

extension LinkedPage {
  /// `tags/NAME`
  static let tag = LinkedPage("tags", value: { tr("a tag") }) { name, visit in
    let page = try await visit.inventory.items.completePage(
      ItemQuery(filter: ItemFilter(tag: name)),
      .first
    )
    guard let item = page.rows.first else {
      throw visit.error(tr("no item has the tag “\(name.excerpt())”; expected a tag"))
    }
    let tag = item.tags.first { $0.folded == name.folded }
    return .tag(TagFeature.State(name: tag ?? name, page: page))
  }
}
