import ComposableArchitecture
import Foundation

/// The sheet in which an item is written: a new one, or one that is there.
@Reducer
public struct ItemFormFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The identity of the item.
    public let id: Item.ID
    /// The item as it was when the form opened; `nil` for a new one.
    public private(set) var original: Item?
    public var name: String
    public var sku: String
    public var barcode: String
    public var quantity: String
    public var unit: String
    public var reorderLevel: String
    public var price: String
    /// The code of the currency; blank for that of the inventory.
    public var currency: String
    public var location: String
    /// The tags, with commas or semicolons between them.
    public var tags: String
    public var notes: String

    /// The field that the user is at.
    public var focus: Item.Field?
    /// The fields that the user has left, or tried to save.
    public var touched: Set<Item.Field> = []
    /// The SKU that is known to be another item's.
    public var takenSku: String?
    /// The number that the form has put into the field of the SKU.
    public private(set) var suggestedSku: String?
    public var isSaving = false
    /// The locations that the form offers.
    public var locations: [Location] = []
    /// What somebody else has saved in the fields that are changed here, too.
    public var conflict: ItemConflict?
    @Presents public var alert: AlertState<Action.Alert>?

    /// How the user writes numbers.
    let locale: Locale
    /// The currency of prices without one of their own.
    let inventoryCurrency: String
    private var isDiscarded = false
    /// The item as the form shows it while nothing has been written.
    private(set) var unchanged: Item

    /// A form for an item that is there.
    public init(item: Item, locale: Locale = .plain) {
      self.init(original: item, shown: item, locale: locale)
    }

    /// A form for a new item.
    public init(newItem id: Item.ID, locale: Locale = .plain) {
      @SharedReader(.defaultLocation) var location
      let blank = Item(id: id, name: "", sku: "", location: location)
      self.init(original: nil, shown: blank, locale: locale)
    }

    /// A form that shows an item in the place of the one that is there.
    init(original: Item?, shown: Item, locale: Locale) {
      @SharedReader(.currency) var inventoryCurrency
      self.inventoryCurrency = inventoryCurrency
      self.original = original
      self.locale = locale
      unchanged = original ?? shown
      id = shown.id
      name = shown.name
      sku = shown.sku
      barcode = shown.barcode
      quantity = shown.quantity.text(locale: locale, isGrouped: false)
      unit = shown.unit
      reorderLevel = shown.reorderLevel?.text(locale: locale, isGrouped: false) ?? ""
      price = shown.price.text(
        locale: locale,
        isGrouped: false,
        decimals: Money.decimals(
          ofCurrency: shown.currency.isEmpty ? inventoryCurrency : shown.currency
        )
      )
      currency = shown.currency
      location = shown.location
      tags = Self.text(ofTags: shown.tags)
      notes = shown.notes
    }

    static func text(ofTags tags: [String]) -> String { tags.joined(separator: ", ") }

    /// Whether the notes, as they were when the form opened, can be changed in it. Files may bring
    /// such that cannot; they stay as they are.
    public var canEditNotes: Bool { unchanged.notes.isEditable }

    /// Whether the item is a new one.
    public var isNew: Bool { original == nil }

    /// Whether closing the form would lose what has been written.
    public var hasUnsavedChanges: Bool {
      !isDiscarded && !changedFields.isEmpty
    }

    /// Whether what is written can be saved, and is worth it.
    public var canSave: Bool {
      !isSaving && hasUnsavedChanges && validated().problems.isEmpty
    }

    /// What is wrong with the fields, as far as it is to be told: nobody has done anything wrong
    /// in a field that he has not been in yet.
    ///
    /// Once an item that is there is changed, everything is told: an import may have filled in what
    /// the form refuses, and the user sees why the item cannot be saved.
    public var errors: [Item.Field: String] {
      let problems = validated().problems
      let changed = changedFields
      if !isNew, !changed.isEmpty { return problems }
      let told = touched.union(changed)
      return problems.filter { told.contains($0.key) }
    }

    /// How numbers are read that somebody has written and might mean something else by.
    public var hints: [Item.Field: String] {
      let changed = changedFields
      return validated().hints.filter { changed.contains($0.key) }
    }

    /// The fields that have another text than when the form opened.
    var changedFields: [Item.Field] {
      let initial = State(original: original, shown: unchanged, locale: locale)
      return Item.Field.allCases.filter { text(of: $0) != initial.text(of: $0) }
    }

    /// Whether the form asks for the next free number: a new item has no SKU yet, or has one that
    /// another item got meanwhile.
    var needsNumber: Bool {
      isNew && (sku.isBlank || sku == suggestedSku && sku == takenSku)
    }

    /// Puts a number into the field of the SKU, unless something was written there.
    mutating func suggest(_ number: String) {
      guard needsNumber else { return }
      sku = number
      suggestedSku = number
      unchanged.sku = number
      takenSku = nil
    }

    mutating func discard() {
      isDiscarded = true
    }
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case delegate(Delegate)
    case locationsResponse(Result<[Location], any Error>)
    case saveButtonTapped
    case saveResponse(Result<Item, any Error>)
    /// The next free number is known.
    case numberResponse(String)
    /// Whether another item has a SKU that was written.
    case skuResponse(sku: String, isTaken: Bool)
    /// Enter was pressed in a field.
    case submitted
    case task

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case discardConfirmed
      /// Both have changed a field: what is written here counts.
      case keepMineConfirmed
      /// Both have changed a field: what the other one has saved counts.
      case keepTheirsConfirmed
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The item is in the database.
      case saved(Item)
    }
  }

  @Dependency(\.locations) var locations
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.focus) { left, state in
        if let left { state.touched.insert(left) }
        return .none
      }
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discardConfirmed)):
        state.discard()
        return .run { _ in await dismiss() }

      case .alert, .binding, .delegate, .saveButtonTapped, .saveResponse,
        .numberResponse, .skuResponse:
        return .none

      case .cancelButtonTapped:
        guard !state.isSaving else { return .none }
        guard state.hasUnsavedChanges else { return .run { _ in await dismiss() } }
        state.alert = .discard(
          state.isNew ? tr("Discard the new item?") : tr("Discard the changes?"),
          action: .discardConfirmed
        )
        return .none

      case .locationsResponse(let locations):
        // A form without suggestions is as good.
        state.locations = (try? locations.get()) ?? []
        return .none

      case .submitted:
        // A scanner presses Enter after the digits.
        guard state.focus != .barcode else {
          state.focus = .quantity
          return .none
        }
        return .send(.saveButtonTapped)

      case .task:
        return .run { send in
          await send(.locationsResponse(Result { try await locations.all() }))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
    ItemSavingReducer()
    SkuCheckReducer()
    SkuNumberReducer()
  }
}

extension ItemFormFeature.State: FormState {
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
