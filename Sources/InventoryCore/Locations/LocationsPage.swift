import ComposableArchitecture

extension LocationsFeature.State: PageState {
  static var stateCase: CaseKeyPath<InventoryFeature.Path.State, Self> { \.locations }
  static var actionCase: CaseKeyPath<InventoryFeature.Path.Action, LocationsFeature.Action> {
    \.locations
  }

  var link: DeepLink.Page { .locations }
  var sidebarEntry: SidebarEntry? { .locations }

  var presentation: DeepLink.Presentation? { form == nil ? nil : .newLocation }

  mutating func present(_ presentation: DeepLink.Presentation, countedItem: Item?) {
    if presentation == .newLocation { form = LocationFormFeature.State() }
  }

  var openForm: (any FormState)? {
    get { form }
    set {
      guard let newForm = newValue as? LocationFormFeature.State, form != nil else { return }
      form = newForm
    }
  }

  var isPresenting: Bool { form != nil }

  var questionAboutUnsavedChanges: LocationsFeature.Action? {
    form?.hasUnsavedChanges == true ? .form(.presented(.cancelButtonTapped)) : nil
  }

  var dismissal: LocationsFeature.Action? { form == nil ? nil : .form(.dismiss) }

  static func formEvent(of action: LocationsFeature.Action) -> FormEvent? {
    switch action {
    case .form(.presented(.delegate(.saved))): .saved
    case .form(.presented(.saveResponse(.failure))),
      .form(.presented(.alert(.dismiss))):
      .staysOpen
    case .form(.dismiss): .closed
    default: nil
    }
  }

  static func step(for action: LocationsFeature.Action) -> PageStep? {
    guard case .delegate(.locationOpened(let name)) = action else { return nil }
    return .push(.location(LocationFeature.State(name: name)))
  }
}

extension DeepLink.Page {
  /// All locations.
  public static let locations = Self("locations")
}

extension LinkedPage {
  /// `locations`
  static let locations = LinkedPage("locations", presentations: [.newLocation]) { _, visit in
    .locations(LocationsFeature.State(locations: try await visit.inventory.locations.top()))
  }
}
