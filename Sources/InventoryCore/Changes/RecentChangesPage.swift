import ComposableArchitecture

extension RecentChangesFeature.State: PageState {
  static var stateCase: CaseKeyPath<InventoryFeature.Path.State, Self> { \.recentChanges }
  static var actionCase: CaseKeyPath<InventoryFeature.Path.Action, RecentChangesFeature.Action> {
    \.recentChanges
  }

  var link: DeepLink.Page { .recentChanges }
  var sidebarEntry: SidebarEntry? { .recentChanges }

  static func step(for action: RecentChangesFeature.Action) -> PageStep? {
    guard case .delegate(.itemOpened(let item)) = action else { return nil }
    return .push(.item(ItemDetailFeature.State(item: item)))
  }
}

extension DeepLink.Page {
  /// What has happened lately to all items.
  public static let recentChanges = Self("changes")
}

extension LinkedPage {
  /// `changes`
  static let recentChanges = LinkedPage("changes") { _, visit in
    let changes = try await visit.inventory.movements.recent(
      nil,
      RecentChangesFeature.State.pageSize
    )
    return .recentChanges(RecentChangesFeature.State(changes: changes))
  }
}
