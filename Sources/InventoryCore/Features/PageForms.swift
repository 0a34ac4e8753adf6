import ComposableArchitecture

// The forms that pages have open: whether they would lose something, and what happens to them.

extension InventoryFeature.Path.State {
  /// Whether something is open on top of the page. An item that is counted is on the page itself.
  var isPresenting: Bool {
    switch self {
    case .item(let page): page.destination != nil || page.photo.destination != nil
    case .location(let page): page.destination != nil
    case .locations(let page): page.form != nil
    case .stocktake(let page): page.count?.alert != nil || page.alert != nil
    case .stocktakeReview(let page): page.destination != nil
    case .tag: false
    }
  }

  /// Whether a form or something else is open on the page or on top of it.
  var hasOpenForm: Bool { isPresenting || stocktake?.count != nil }

  /// The action that makes a form with unsaved changes ask whether to discard them.
  var questionAboutUnsavedChanges: InventoryFeature.Path.Action? {
    switch self {
    case .item(let page):
      if let question = page.questionAboutUnsavedChanges {
        .item(question)
      } else if page.photo.unsavedCaption != nil || page.photo.isReading {
        .item(.photo(.storingAwaited))
      } else {
        nil
      }
    case .location(let page): page.questionAboutUnsavedChanges.map { .location($0) }
    case .locations(let page): page.questionAboutUnsavedChanges.map { .locations($0) }
    case .stocktake, .stocktakeReview, .tag: questionBeforePop
    }
  }

  /// The action that asks before the user goes back from the page; `nil` if nothing would be lost.
  /// Only what is written on the page itself, or read for it, can be lost: nobody goes back while a
  /// sheet is open, and what is written about a photo is stored.
  var questionBeforePop: InventoryFeature.Path.Action? {
    switch self {
    case .item(let page) where page.photo.isReading:
      .item(.photo(.storingAwaited))
    case .stocktake(let page) where page.count?.hasUnsavedChanges == true:
      .stocktake(.count(.presented(.cancelButtonTapped)))
    case .item, .location, .locations, .stocktake, .stocktakeReview, .tag:
      nil
    }
  }

  /// The action that closes what is open on top of the page; `nil` if nothing is.
  var dismissal: InventoryFeature.Path.Action? {
    switch self {
    case .item(let page) where page.destination != nil: .item(.destination(.dismiss))
    case .location(let page) where page.destination != nil: .location(.destination(.dismiss))
    case .locations(let page) where page.form != nil: .locations(.form(.dismiss))
    case .item, .location, .locations, .stocktake, .stocktakeReview, .tag: nil
    }
  }

  /// Tells over what is open on top of the page that something has failed.
  ///
  /// - Returns: Whether something is open in which one writes.
  mutating func showFailure(_ title: String, _ error: any Error) -> Bool {
    switch self {
    case .item(var page):
      defer { self = .item(page) }
      return page.showFailure(title, error)
    case .location(var page):
      guard page.destination?.is(\.form) == true else { return false }
      page.destination?.modify(\.form) { $0.alert = .failure(title, error) }
      self = .location(page)
    case .locations(var page):
      guard page.form != nil else { return false }
      page.form?.alert = .failure(title, error)
      self = .locations(page)
    case .stocktake, .stocktakeReview, .tag:
      return false
    }
    return true
  }
}

extension ItemDetailFeature.State {
  mutating func showFailure(_ title: String, _ error: any Error) -> Bool {
    if destination?.is(\.book) == true {
      destination?.modify(\.book) { $0.alert = .failure(title, error) }
    } else if destination?.is(\.edit) == true {
      destination?.modify(\.edit) { $0.alert = .failure(title, error) }
    } else if photo.destination?.is(\.viewer) == true {
      photo.destination?.modify(\.viewer) { $0.show(.failure(title, error)) }
    } else {
      return false
    }
    return true
  }
}

/// What happens to a form, as far as it matters to what was asked for meanwhile.
enum FormEvent {
  case closed
  case saved
  /// The user goes on writing, or has to put something right.
  case staysOpen
}

extension InventoryFeature.Path.Action {
  var formEvent: FormEvent? {
    switch self {
    case .item(.photo(.captionResponse(.success))), .item(.photo(.storeResponse(.success))),
      .item(.destination(.presented(.book(.delegate(.booked))))),
      .item(.destination(.presented(.edit(.delegate(.saved))))),
      .location(.destination(.presented(.form(.delegate(.saved))))),
      .locations(.form(.presented(.delegate(.saved)))),
      .stocktake(.count(.presented(.delegate(.saved)))):
      .saved
    case .item(.photo(.captionResponse(.failure))), .item(.photo(.storeResponse(.failure))),
      .item(.photo(.stopDeclined)),
      // With the page goes what was to be decided.
      .item(.delegate(.itemGone)), .location(.delegate(.locationGone)),
      .item(.destination(.presented(.book(.bookFailed)))),
      .item(.destination(.presented(.book(.alert(.dismiss))))),
      .item(.destination(.presented(.edit(.saveResponse(.failure))))),
      .item(.destination(.presented(.edit(.alert(.dismiss))))),
      .location(.destination(.presented(.form(.saveResponse(.failure))))),
      .location(.destination(.presented(.form(.alert(.dismiss))))),
      .locations(.form(.presented(.saveResponse(.failure)))),
      .locations(.form(.presented(.alert(.dismiss)))),
      .stocktake(.count(.presented(.saveFailed))),
      .stocktake(.count(.presented(.alert(.dismiss)))):
      .staysOpen
    case .item(.destination(.dismiss)), .location(.destination(.dismiss)),
      .item(.photo(.destination(.presented(.confirmationDialog(.stopConfirmed))))),
      .locations(.form(.dismiss)), .stocktake(.count(.dismiss)), .stocktake(.alert(.dismiss)):
      .closed
    default:
      nil
    }
  }
}

extension ItemDetailFeature.State {
  /// The action that makes a form with unsaved changes ask whether to discard them.
  var questionAboutUnsavedChanges: ItemDetailFeature.Action? {
    if destination?.edit?.hasUnsavedChanges == true {
      return .destination(.presented(.edit(.cancelButtonTapped)))
    }
    if destination?.book?.hasUnsavedChanges == true {
      return .destination(.presented(.book(.cancelButtonTapped)))
    }
    return nil
  }
}

extension LocationFeature.State {
  /// The action that makes a form with unsaved changes ask whether to discard them.
  var questionAboutUnsavedChanges: LocationFeature.Action? {
    guard destination?.form?.hasUnsavedChanges == true else { return nil }
    return .destination(.presented(.form(.cancelButtonTapped)))
  }
}

extension LocationsFeature.State {
  /// The action that makes a form with unsaved changes ask whether to discard them.
  var questionAboutUnsavedChanges: LocationsFeature.Action? {
    form?.hasUnsavedChanges == true ? .form(.presented(.cancelButtonTapped)) : nil
  }
}
