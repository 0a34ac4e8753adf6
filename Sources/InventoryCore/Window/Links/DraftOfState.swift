import ComposableArchitecture

extension InventoryFeature.State {
  /// What was typed into the open form that the ``link`` leads to, if that differs from what is
  /// stored.
  public var draft: FormDraft? {
    switch mainDestination {
    case .add(let form): form.draft
    case nil: path.last?.draft
    case .about, .alert, .backups, .preferences, .shortcuts: nil
    }
  }

  /// Puts what was typed back into the form that is open. A draft of another form is dropped.
  mutating func restore(_ draft: FormDraft) {
    if destination?.add != nil {
      destination?.modify(\.add) { $0.restore(draft) }
    } else if destination == nil, let id = path.ids.last {
      path[id: id]?.restore(draft)
    }
  }
}

extension InventoryFeature.Path.State {
  fileprivate var draft: FormDraft? {
    switch self {
    case .item(let page): page.destination?.book?.draft ?? page.destination?.edit?.draft
    case .location(let page): page.destination?.form?.draft
    case .locations(let page): page.form?.draft
    case .stocktake(let page): page.count?.draft
    case .stocktakeReview, .tag: nil
    }
  }

  fileprivate mutating func restore(_ draft: FormDraft) {
    switch self {
    case .item(var page):
      switch page.destination {
      case .book: page.destination?.modify(\.book) { $0.restore(draft) }
      case .edit: page.destination?.modify(\.edit) { $0.restore(draft) }
      case .alert, .confirmationDialog, nil: break
      }
      self = .item(page)
    case .location(var page):
      guard page.destination?.form != nil else { return }
      page.destination?.modify(\.form) { $0.restore(draft) }
      self = .location(page)
    case .locations(var page):
      page.form?.restore(draft)
      self = .locations(page)
    case .stocktake(var page):
      page.count?.restore(draft)
      self = .stocktake(page)
    case .stocktakeReview, .tag:
      break
    }
  }
}

extension BookingFeature.State {
  var draft: FormDraft? {
    guard hasUnsavedChanges else { return nil }
    return .booking(item: item.id, reason: reason, amount: amount, note: note)
  }

  mutating func restore(_ draft: FormDraft) {
    guard case .booking(item.id, let reason, let amount, let note) = draft else { return }
    (self.reason, self.amount, self.note) = (reason, amount, note)
  }
}

extension ItemFormFeature.State {
  var draft: FormDraft? {
    guard hasUnsavedChanges else { return nil }
    let texts = changedFields.map { ($0, text(of: $0)) }
    return .item(id: id, original: original, texts: Dictionary(uniqueKeysWithValues: texts))
  }

  /// The form goes on from the item that was there when it opened, so that what others have saved
  /// since is not taken for what was typed here.
  mutating func restore(_ draft: FormDraft) {
    guard case .item(let draftID, let original, let texts) = draft else { return }
    switch original {
    case nil where isNew: self = Self(newItem: draftID, locale: locale)
    case let original? where original.id == id: self = Self(item: original, locale: locale)
    default: return
    }
    for (field, text) in texts { self[keyPath: field.text] = text }
  }
}

extension LocationFormFeature.State {
  var draft: FormDraft? {
    guard hasUnsavedChanges else { return nil }
    return .location(
      id: original?.id,
      name: isNameChanged ? name : nil,
      parent: isParentChanged ? parent : nil
    )
  }

  mutating func restore(_ draft: FormDraft) {
    guard case .location(original?.id, let name, let parent) = draft else { return }
    self.name = name ?? self.name
    self.parent = parent ?? self.parent
  }
}

extension StocktakeCountFeature.State {
  var draft: FormDraft? {
    hasUnsavedChanges ? .count(item: item.id, amount: amount) : nil
  }

  mutating func restore(_ draft: FormDraft) {
    guard case .count(item.id, let amount) = draft else { return }
    self.amount = amount
  }
}
