import ComposableArchitecture

extension ItemDetailFeature.State: PageState {
  static var stateCase: CaseKeyPath<InventoryFeature.Path.State, Self> { \.item }
  static var actionCase: CaseKeyPath<InventoryFeature.Path.Action, ItemDetailFeature.Action> {
    \.item
  }

  var link: DeepLink.Page { .item(sku: item.sku) }

  var presentation: DeepLink.Presentation? {
    switch destination {
    case .book: .book
    case .confirmationDialog: .delete
    case .edit: .edit
    case .alert: nil
    case nil: photo.presentation ?? (history.isFocused ? .history : nil)
    }
  }

  mutating func present(_ presentation: DeepLink.Presentation, countedItem: Item?) {
    @Dependency(\.numberLocale) var locale
    switch presentation {
    case .book: destination = .book(BookingFeature.State(item: item, locale: locale))
    case .delete: destination = .confirmationDialog(.delete(item))
    case .edit: destination = .edit(ItemFormFeature.State(item: item, locale: locale))
    case .fullScreenPhoto: photo.request = .fullScreen
    case .history: history.isFocused = true
    case .photo: photo.request = .viewer
    case .removePhoto: photo.request = .removal
    default: break
    }
  }

  var openForm: (any FormState)? {
    get {
      switch destination {
      case .book(let form): form
      case .edit(let form): form
      case .alert, .confirmationDialog, nil: nil
      }
    }
    set {
      switch newValue {
      case let form as BookingFeature.State: destination?.modify(\.book) { $0 = form }
      case let form as ItemFormFeature.State: destination?.modify(\.edit) { $0 = form }
      default: break
      }
    }
  }

  var isPresenting: Bool { destination != nil || photo.destination != nil }

  var questionAboutUnsavedChanges: ItemDetailFeature.Action? {
    questionBeforeDismissal
      ?? (photo.unsavedCaption != nil || photo.isReading ? .photo(.storingAwaited) : nil)
  }

  /// The action that makes a form with unsaved changes ask whether to discard them.
  var questionBeforeDismissal: ItemDetailFeature.Action? {
    switch destination {
    case .book(let form) where form.hasUnsavedChanges:
      .destination(.presented(.book(.cancelButtonTapped)))
    case .edit(let form) where form.hasUnsavedChanges:
      .destination(.presented(.edit(.cancelButtonTapped)))
    default: nil
    }
  }

  /// What is written about the photo is stored when its page goes.
  var questionBeforePop: ItemDetailFeature.Action? {
    photo.isReading ? .photo(.storingAwaited) : nil
  }

  var dismissal: ItemDetailFeature.Action? { destination == nil ? nil : .destination(.dismiss) }

  mutating func showFailure(_ title: String, _ error: any Error) -> Bool {
    if openForm != nil {
      openForm?.showFailure(title, error)
    } else if photo.destination?.is(\.viewer) == true {
      photo.destination?.modify(\.viewer) { $0.show(.failure(title, error)) }
    } else {
      return false
    }
    return true
  }

  static func formEvent(of action: ItemDetailFeature.Action) -> FormEvent? {
    switch action {
    case .photo(.captionResponse(.success)), .photo(.storeResponse(.success)),
      .destination(.presented(.book(.delegate(.booked)))),
      .destination(.presented(.edit(.delegate(.saved)))):
      .saved
    case .photo(.captionResponse(.failure)), .photo(.storeResponse(.failure)),
      .photo(.stopDeclined),
      .destination(.presented(.book(.bookFailed))),
      .destination(.presented(.book(.alert(.dismiss)))),
      .destination(.presented(.edit(.saveResponse(.failure)))),
      .destination(.presented(.edit(.alert(.dismiss)))):
      .staysOpen
    case .destination(.dismiss),
      .photo(.destination(.presented(.confirmationDialog(.stopConfirmed)))):
      .closed
    default: nil
    }
  }

  static func step(for action: ItemDetailFeature.Action) -> PageStep? {
    switch action {
    case .delegate(.itemGone): .remove
    case .delegate(.locationOpened(let name)):
      .push(.location(LocationFeature.State(name: name)))
    case .delegate(.tagOpened(let name)): .push(.tag(TagFeature.State(name: name)))
    case .related(.delegate(.itemOpened(let item))):
      .push(.item(ItemDetailFeature.State(item: item)))
    default: nil
    }
  }
}

extension ItemPhotoFeature.State {
  fileprivate var presentation: DeepLink.Presentation? {
    switch destination {
    case .alert: nil
    case .confirmationDialog: asksWhetherToStop ? nil : .removePhoto
    case .viewer(let viewer): viewer.fullScreen == nil ? .photo : .fullScreenPhoto
    case nil:
      switch request {
      case .fullScreen: .fullScreenPhoto
      case .removal: .removePhoto
      case .viewer: .photo
      case nil: nil
      }
    }
  }
}

extension DeepLink.Page {
  /// The item with a SKU.
  public static func item(sku: String) -> Self { Self("items", sku) }

  /// Whether it is an item.
  var isItem: Bool { word == "items" }
}

extension LinkedPage {
  /// `items/SKU`
  static let item = LinkedPage(
    "items",
    value: { tr("a SKU") },
    presentations: [.book, .delete, .edit, .fullScreenPhoto, .history, .photo, .removePhoto],
    open: { sku, visit in
      .item(ItemDetailFeature.State(item: try await visit.item(sku: sku)))
    },
    check: { presentation, page, visit in
      guard [.fullScreenPhoto, .photo, .removePhoto].contains(presentation),
        let item = page.item?.item, try await visit.inventory.photos.photo(item.id) == nil
      else { return }
      throw visit.error(tr("the item has no photo; expected an item with a photo"))
    }
  )
}
