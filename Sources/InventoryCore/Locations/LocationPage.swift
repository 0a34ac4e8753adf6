import ComposableArchitecture

extension LocationFeature.State: PageState {
  static var stateCase: CaseKeyPath<InventoryFeature.Path.State, Self> { \.location }
  static var actionCase: CaseKeyPath<InventoryFeature.Path.Action, LocationFeature.Action> {
    \.location
  }

  var link: DeepLink.Page { .location(name: name) }
  var sidebarEntry: SidebarEntry? { .location(name) }

  var presentation: DeepLink.Presentation? {
    switch destination {
    case .confirmationDialog: .delete
    case .form(let form): form.original == nil ? .newLocation : .edit
    case .alert, nil: nil
    }
  }

  mutating func present(_ presentation: DeepLink.Presentation, countedItem: Item?) {
    switch (presentation, content) {
    case (.delete, let content?): destination = .confirmationDialog(.delete(content))
    case (.edit, let content?): destination = .form(LocationFormFeature.State(editing: content))
    case (.newLocation, _): destination = .form(LocationFormFeature.State(parent: name))
    default: break
    }
  }

  var openForm: (any FormState)? {
    get { destination?.form }
    set {
      guard let form = newValue as? LocationFormFeature.State else { return }
      destination?.modify(\.form) { $0 = form }
    }
  }

  var problem: DatabaseProblem? { list.problem }
  var isPresenting: Bool { destination != nil || list.manyItems != nil }

  var questionAboutUnsavedChanges: LocationFeature.Action? {
    if let question = list.questionAboutUnsavedChanges { return .list(question) }
    guard destination?.form?.hasUnsavedChanges == true else { return nil }
    return .destination(.presented(.form(.cancelButtonTapped)))
  }

  var dismissal: LocationFeature.Action? {
    if let dismissal = list.dismissal { return .list(dismissal) }
    return destination == nil ? nil : .destination(.dismiss)
  }

  static func formEvent(of action: LocationFeature.Action) -> FormEvent? {
    switch action {
    case .destination(.presented(.form(.delegate(.saved)))): .saved
    case .destination(.presented(.form(.saveResponse(.failure)))),
      .destination(.presented(.form(.alert(.dismiss)))):
      .staysOpen
    case .destination(.dismiss): .closed
    case .list(let action): action.formEvent
    default: nil
    }
  }

  static func step(for action: LocationFeature.Action) -> PageStep? {
    switch action {
    case .delegate(.locationGone): .remove
    case .delegate(.locationOpened(let name)):
      .push(.location(LocationFeature.State(name: name)))
    case .list(.delegate(.itemOpened(let item))):
      .push(.item(ItemDetailFeature.State(item: item)))
    default: nil
    }
  }
}

extension DeepLink.Page {
  /// The location with a name.
  public static func location(name: String) -> Self { Self("locations", name) }
  /// The location of the item on the page before.
  public static let locationOfItem = Self("location")

  /// Whether it is a location that has a name in the link.
  var isNamedLocation: Bool { word == "locations" && value != nil }
}

extension LinkedPage {
  private static let presentationsOfLocation: Set<DeepLink.Presentation> = [
    .delete, .edit, .newLocation,
  ]

  /// `locations/NAME`
  static let location = LinkedPage(
    "locations",
    value: { tr("the name of a location") },
    presentations: presentationsOfLocation
  ) { name, visit in
    try await visit.location(name)
  }

  /// `location` behind an item
  static let locationOfItem = LinkedPage(
    "location",
    presentations: presentationsOfLocation,
    isPossible: { $0?.isItem == true },
    open: { _, visit in
      guard let item = visit.pages.last?.item?.item, !item.location.isEmpty else {
        throw visit.error(
          tr("the item before “location” has none; expected an item with a location")
        )
      }
      return try await visit.location(item.location)
    }
  )
}

extension LinkVisit {
  fileprivate func location(_ name: String) async throws -> InventoryFeature.Path.State {
    guard let content = try await inventory.locations.content(.name(name)) else {
      throw error(
        tr("there is no location “\(name.excerpt())”; expected the path of a location")
      )
    }
    let page = try await inventory.items.completePage(ItemQuery(location: name), .first)
    return .location(LocationFeature.State(name: content.name, content: content, page: page))
  }
}
