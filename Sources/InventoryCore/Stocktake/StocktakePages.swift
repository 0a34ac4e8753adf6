import ComposableArchitecture

extension StocktakeFeature.State: PageState {
  static var stateCase: CaseKeyPath<InventoryFeature.Path.State, Self> { \.stocktake }
  static var actionCase: CaseKeyPath<InventoryFeature.Path.Action, StocktakeFeature.Action> {
    \.stocktake
  }

  var link: DeepLink.Page { .stocktake }
  var sidebarEntry: SidebarEntry? { .stocktake }

  var presentation: DeepLink.Presentation? { count.map { $0.isRecount ? .recount : .count } }

  mutating func present(_ presentation: DeepLink.Presentation, countedItem: Item?) {
    guard let countedItem else { return }
    startCounting(countedItem, isAddition: presentation == .count)
  }

  var openForm: (any FormState)? {
    get { count }
    set {
      guard let count = newValue as? StocktakeCountFeature.State, self.count != nil else { return }
      self.count = count
    }
  }

  /// An item that is counted is on the page itself.
  var isPresenting: Bool { count?.alert != nil || alert != nil || question != nil }
  var hasOpenForm: Bool { isPresenting || count != nil }

  var questionBeforePop: StocktakeFeature.Action? {
    if count?.hasUnsavedChanges == true { return .count(.presented(.cancelButtonTapped)) }
    return scans.isEmpty && waiting.isEmpty ? nil : .leaveRequested
  }

  /// Nothing is open on top of the page that a failure could be shown over.
  mutating func showFailure(_ title: String, _ error: any Error) -> Bool { false }

  static func formEvent(of action: StocktakeFeature.Action) -> FormEvent? {
    switch action {
    case .count(.presented(.delegate(.saved))), .question(.presented(.discardScansConfirmed)):
      .saved
    case .count(.presented(.saveFailed)), .count(.presented(.alert(.dismiss))),
      .question(.dismiss):
      .staysOpen
    case .count(.dismiss), .alert(.dismiss): .closed
    default: nil
    }
  }
}

extension StocktakeReviewFeature.State: PageState {
  static var stateCase: CaseKeyPath<InventoryFeature.Path.State, Self> { \.stocktakeReview }
  static var actionCase: CaseKeyPath<InventoryFeature.Path.Action, StocktakeReviewFeature.Action> {
    \.stocktakeReview
  }

  var link: DeepLink.Page { .stocktakeReview }
  var sidebarEntry: SidebarEntry? { .stocktake }

  var presentation: DeepLink.Presentation? {
    destination?.is(\.confirmationDialog) == true ? .discard : nil
  }

  mutating func present(_ presentation: DeepLink.Presentation, countedItem: Item?) {
    guard let counts, !counts.isEmpty else { return }
    destination = .confirmationDialog(.discardCounts(counts.count))
  }

  var isPresenting: Bool { destination != nil }
}

extension DeepLink.Page {
  /// The stocktake that is going on, or a new one.
  public static let stocktake = Self("stocktake")
  /// The differences that a stocktake has found.
  public static let stocktakeReview = Self("review")
}

extension LinkedPage {
  /// `stocktake`
  static let stocktake = LinkedPage("stocktake", presentations: [.count, .recount]) { _, visit in
    .stocktake(StocktakeFeature.State(counts: try await visit.inventory.stocktake.counts()))
  }

  /// `review` behind a stocktake
  static let stocktakeReview = LinkedPage(
    "review",
    presentations: [.discard],
    isPossible: { $0 == .stocktake },
    open: { _, visit in
      .stocktakeReview(
        StocktakeReviewFeature.State(counts: try await visit.inventory.stocktake.counts())
      )
    },
    check: { presentation, page, visit in
      guard presentation == .discard, page.stocktakeReview?.counts?.isEmpty != false else { return }
      throw visit.error(tr("nothing has been counted; expected a stocktake with counts"))
    }
  )
}
