import ComposableArchitecture

extension InventoryFeature.State {
  /// What was typed into the open form that the ``link`` leads to, if that differs from what is
  /// stored.
  public var draft: FormDraft? {
    switch mainDestination {
    case .add(let form): form.draft
    case nil: mainPage?.page.openForm?.draft
    case .about, .alert, .backups, .preferences, .shortcuts: nil
    }
  }

  /// Puts what was typed back into the form that is open. A draft of another form is dropped.
  mutating func restore(_ draft: FormDraft) {
    if destination?.add != nil {
      destination?.modify(\.add) { $0.restore(draft) }
    } else if destination == nil, let id = path.ids.last {
      path[id: id]?.page.openForm?.restore(draft)
    }
  }
}
