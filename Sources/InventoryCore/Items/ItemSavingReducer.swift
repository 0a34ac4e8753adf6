import ComposableArchitecture

/// Saves what is written in a form, and asks where somebody else has changed the same meanwhile.
struct ItemSavingReducer: Reducer {
  typealias State = ItemFormFeature.State
  typealias Action = ItemFormFeature.Action

  @Dependency(\.items) var items

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.keepMineConfirmed)):
        state.resolveConflict(keepingTheirs: false)
        return save(&state)

      case .alert(.presented(.keepTheirsConfirmed)):
        state.resolveConflict(keepingTheirs: true)
        return save(&state)

      case .saveButtonTapped:
        return state.hasUnsavedChanges ? save(&state) : .none

      case .saveResponse(.success(let item)):
        state.isSaving = false
        return .send(.delegate(.saved(item)))

      case .saveResponse(.failure(let error)):
        state.isSaving = false
        state.show(error)
        return .none

      default:
        return .none
      }
    }
  }

  private func save(_ state: inout State) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    let (item, problems, _) = state.validated()
    guard problems.isEmpty else {
      state.touched = Set(Item.Field.allCases)
      state.focus = Item.Field.allCases.first { problems[$0] != nil }
      return .none
    }
    state.isSaving = true
    return .run { [edit = ItemEdit(original: state.original, edited: item)] send in
      await send(.saveResponse(Result { try await items.save(edit) }))
    }
  }
}

extension ItemFormFeature.State {
  fileprivate mutating func show(_ error: any Error) {
    switch error {
    case InventoryError.duplicateSku(let sku):
      takenSku = sku
      focus = .sku
    case let conflict as ItemConflict:
      self.conflict = conflict
      alert = .conflict(conflict, mine: validated().item, locale: locale)
    default:
      alert = .failure(tr("The item could not be saved"), error)
    }
  }

  /// Goes on from what somebody else has saved: fields that were not changed here follow, and
  /// so do those of the conflict if `keepsTheirs`.
  fileprivate mutating func resolveConflict(keepingTheirs keepsTheirs: Bool) {
    guard let original, let conflict else { return }
    let mine = validated().item
    var merged = conflict.item
    for field in ItemEdit(original: original, edited: mine).changedFields
    where !(keepsTheirs && conflict.fields.contains(field)) {
      field.copy(from: mine, to: &merged)
    }
    var resolved = Self(original: conflict.item, shown: merged, locale: locale)
    resolved.locations = locations
    resolved.touched = touched
    self = resolved
  }
}
