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
    public var location: String
    /// The tags, with commas between them.
    public var tags: String
    public var notes: String

    /// What is wrong with the fields, as far as it has been told.
    public var errors: [Item.Field: String] = [:]
    /// The field that the user is at, among those that can be wrong.
    public var focus: Item.Field?
    public var isSaving = false
    /// The locations that the form offers.
    public var locations: [Location] = []
    /// What somebody else has saved in the fields that are changed here, too.
    public var conflict: ItemConflict?
    @Presents public var alert: AlertState<Action.Alert>?

    /// How the user writes numbers.
    let locale: Locale
    private var isDiscarded = false

    /// A form for an item that is there.
    public init(item: Item, locale: Locale = .plain) {
      self.init(original: item, shown: item, locale: locale)
    }

    /// A form for a new item.
    public init(newItem id: Item.ID, locale: Locale = .plain) {
      self.init(original: nil, shown: Item(id: id, name: "", sku: ""), locale: locale)
    }

    private init(original: Item?, shown: Item, locale: Locale) {
      self.original = original
      self.locale = locale
      id = shown.id
      name = shown.name
      sku = shown.sku
      barcode = shown.barcode
      quantity = String(shown.quantity)
      unit = shown.unit
      reorderLevel = shown.reorderLevel.map(String.init) ?? ""
      price = shown.price.text(locale: locale, isGrouped: false)
      location = shown.location
      tags = shown.tags.joined(separator: ", ")
      notes = shown.notes
    }

    /// Whether the item is a new one.
    public var isNew: Bool { original == nil }

    /// Whether closing the form would lose what has been written.
    public var hasUnsavedChanges: Bool {
      let untouched = State(
        original: original,
        shown: original ?? Item(id: id, name: "", sku: ""),
        locale: locale
      )
      return !isDiscarded && texts != untouched.texts
    }

    private var texts: [String] {
      [name, sku, barcode, quantity, unit, reorderLevel, price, location, tags, notes]
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

  @Dependency(\.database) var database
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(let answer)):
        return reduce(into: &state, answer: answer)

      case .alert, .delegate:
        return .none

      case .binding:
        // Messages go as their fields are put right; new ones wait for the next attempt to save.
        if !state.errors.isEmpty {
          let errors = state.validated().errors
          state.errors = state.errors.filter { errors[$0.key] != nil }
        }
        return .none

      case .cancelButtonTapped:
        guard !state.isSaving else { return .none }
        guard state.hasUnsavedChanges else { return .run { _ in await dismiss() } }
        state.alert = .discard(isNew: state.isNew)
        return .none

      case .locationsResponse(let locations):
        // A form without suggestions is as good.
        state.locations = (try? locations.get()) ?? []
        return .none

      case .saveButtonTapped:
        return save(&state)

      case .saveResponse(let result):
        state.isSaving = false
        return reduce(into: &state, saved: result)

      case .task:
        return .run { send in
          await send(.locationsResponse(Result { try await database.locations() }))
        }
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
    let (item, errors) = state.validated()
    state.errors = errors
    guard errors.isEmpty else {
      state.focus = Item.Field.allCases.first { errors[$0] != nil }
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
    } catch InventoryDatabaseError.duplicateSku {
      state.errors[.sku] = "Another item has this SKU."
      state.focus = .sku
    } catch let conflict as ItemConflict {
      state.conflict = conflict
      state.alert = .conflict(conflict, mine: state.validated().item, locale: state.locale)
    } catch {
      state.alert = .failure("The item could not be saved", error)
    }
    return .none
  }
}
