import ComposableArchitecture

/// Opens the sheet in which something is done to the selected items of a list.
struct SelectionTaskReducer: Reducer {
  typealias State = ItemRowsFeature.State
  typealias Action = ItemRowsFeature.Action

  @Dependency(\.numberLocale) private var locale

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .exportSelectedButtonTapped, .menuExportChosen:
        return state.selectedItems.map { .send(.delegate(.exportRequested($0))) } ?? .none

      case .manyItems(.presented(.delegate(.finished(let outcome)))):
        state.manyItems = nil
        // Otherwise the next change would also be about what has come to match since.
        state.forgetSelectionOfAll()
        return outcome.text.map { .send(.delegate(.told($0))) } ?? .none

      case .manyItemsButtonTapped(let task), .menuTaskChosen(let task, _):
        guard let items = state.selectedItems else { return .none }
        state.manyItems = ManyItemsFeature.State(task, items, locale: locale)
        return .none

      default:
        return .none
      }
    }
    .ifLet(\.$manyItems, action: \.manyItems) { ManyItemsFeature() }
  }
}

/// What a page with items answers for the sheet.
extension ItemRowsFeature.State {
  /// The action that asks before what is written in the sheet is lost.
  var questionAboutUnsavedChanges: ItemRowsFeature.Action? {
    manyItems?.questionBeforeDismissal.map { .manyItems(.presented($0)) }
  }

  /// The action that closes the sheet; `nil` if it is not open.
  var dismissal: ItemRowsFeature.Action? { manyItems == nil ? nil : .manyItems(.dismiss) }
}

extension ItemRowsFeature.Action {
  /// What the action tells about the sheet.
  var formEvent: FormEvent? {
    switch self {
    case .manyItems(.presented(.delegate(.finished))): .saved
    case .manyItems(.presented(.alert(.dismiss))),
      .manyItems(.presented(.changeEnded(.failure))):
      .staysOpen
    case .manyItems(.dismiss): .closed
    default: nil
    }
  }
}
