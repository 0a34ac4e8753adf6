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
    /// The tags, with commas between them.
    public var tags: String
    public var notes: String

    /// The field that the user is at.
    public var focus: Item.Field?
    /// The fields that the user has left, or tried to save.
    public var touched: Set<Item.Field> = []
    /// The SKU that is known to be another item's.
    public var takenSku: String?
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
    private let unchanged: Item

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

    private init(original: Item?, shown: Item, locale: Locale) {
      @SharedReader(.currency) var inventoryCurrency
      self.inventoryCurrency = inventoryCurrency
      self.original = original
      self.locale = locale
      unchanged = original ?? shown
      id = shown.id
      name = shown.name
      sku = shown.sku
      barcode = shown.barcode
      quantity = String(shown.quantity)
      unit = shown.unit
      reorderLevel = shown.reorderLevel.map(String.init) ?? ""
      price = shown.price.text(
        locale: locale,
        isGrouped: false,
        decimals: Money.decimals(
          ofCurrency: shown.currency.isEmpty ? inventoryCurrency : shown.currency
        )
      )
      currency = shown.currency
      location = shown.location
      tags = shown.tags.joined(separator: ", ")
      notes = shown.notes
    }

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
    public var errors: [Item.Field: String] {
      let told = touched.union(changedFields)
      return validated().problems.filter { told.contains($0.key) }
    }

    /// The fields that have another text than when the form opened.
    var changedFields: [Item.Field] {
      let initial = State(original: original, shown: unchanged, locale: locale)
      return Item.Field.allCases.filter { text(of: $0) != initial.text(of: $0) }
    }

    mutating func discard() {
      isDiscarded = true
    }

    /// Goes on from what somebody else has saved: fields that were not changed here follow, and
    /// so do those of the conflict if `keepsTheirs`.
    fileprivate mutating func resolveConflict(keepingTheirs keepsTheirs: Bool) {
      guard let original, let conflict else { return }
      let (mine, _) = validated()
      var merged = conflict.item
      for field in ItemEdit(original: original, edited: mine).changedFields
      where !(keepsTheirs && conflict.fields.contains(field)) {
        field.copy(from: mine, to: &merged)
      }
      var resolved = State(original: conflict.item, shown: merged, locale: locale)
      resolved.locations = locations
      resolved.touched = touched
      self = resolved
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

  enum CancelID {
    case sku
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.database) var database
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.focus) { left, state in
        if let left { state.touched.insert(left) }
        return .none
      }
      .onChange(of: \.sku) { _, state in checkSku(state) }
    Reduce { state, action in
      switch action {
      case .alert(.presented(let answer)):
        return reduce(into: &state, answer: answer)

      case .alert, .binding, .delegate:
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

      case .saveButtonTapped:
        return state.hasUnsavedChanges ? save(&state) : .none

      case .saveResponse(let result):
        state.isSaving = false
        return reduce(into: &state, saved: result)

      case .skuResponse(let sku, let isTaken):
        state.takenSku = isTaken ? sku : nil
        return .none

      case .submitted:
        // A scanner presses Enter after the digits.
        guard state.focus != .barcode else {
          state.focus = .quantity
          return .none
        }
        return .send(.saveButtonTapped)

      case .task:
        // What was typed before the program ended was not looked up yet.
        return .merge(
          checkSku(state),
          .run { send in
            await send(.locationsResponse(Result { try await database.locations() }))
          }
        )
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func reduce(into state: inout State, answer: Action.Alert) -> Effect<Action> {
    switch answer {
    case .discardConfirmed:
      state.discard()
      return .run { _ in await dismiss() }
    case .keepMineConfirmed, .keepTheirsConfirmed:
      state.resolveConflict(keepingTheirs: answer == .keepTheirsConfirmed)
      return save(&state)
    }
  }

  private func save(_ state: inout State) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    let (item, problems) = state.validated()
    guard problems.isEmpty else {
      state.touched = Set(Item.Field.allCases)
      state.focus = Item.Field.allCases.first { problems[$0] != nil }
      return .none
    }
    state.isSaving = true
    return .run { [edit = ItemEdit(original: state.original, edited: item)] send in
      await send(.saveResponse(Result { try await database.save(edit) }))
    }
  }

  private func reduce(
    into state: inout State,
    saved result: Result<Item, any Error>
  ) -> Effect<Action> {
    do {
      return .send(.delegate(.saved(try result.get())))
    } catch InventoryDatabaseError.duplicateSku(let sku) {
      state.takenSku = sku
      state.focus = .sku
    } catch let conflict as ItemConflict {
      state.conflict = conflict
      state.alert = .conflict(conflict, mine: state.validated().item, locale: state.locale)
    } catch {
      state.alert = .failure(tr("The item could not be saved"), error)
    }
    return .none
  }

  /// Looks whether another item has the SKU, once the user pauses. The database looks again when
  /// the item is saved.
  private func checkSku(_ state: State) -> Effect<Action> {
    let sku = state.sku.trimmed
    guard !sku.isEmpty, sku != state.original?.sku else { return .cancel(id: CancelID.sku) }
    return .run { [id = state.id] send in
      try await clock.sleep(for: .milliseconds(300))
      let owner = try await database.itemWithSku(sku)
      await send(.skuResponse(sku: sku, isTaken: owner.map { $0.id != id } ?? false))
    } catch: { _, _ in
    }
    .cancellable(id: CancelID.sku, cancelInFlight: true)
  }
}
