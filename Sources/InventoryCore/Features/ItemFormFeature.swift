import ComposableArchitecture
import Foundation

/// The sheet in which an item is written: a new one, or one that is there.
@Reducer
public struct ItemFormFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The fields that can be wrong.
    public enum Field: CaseIterable, Hashable, Sendable {
      case name
      case sku
      case quantity
      case price
    }

    /// The identity of the item.
    public let id: Item.ID
    /// Whether the item is a new one.
    public let isNew: Bool
    public var name: String
    public var sku: String
    public var quantity: String
    public var price: String
    public var location: String
    public var notes: String

    /// What is wrong with the fields, as far as it has been told.
    public var errors: [Field: String] = [:]
    /// The field that the user is at, among those that can be wrong.
    public var focus: Field?
    public var isSaving = false
    /// The locations that the form offers.
    public var locations: [Location] = []
    @Presents public var alert: AlertState<Action.Alert>?

    private let original: [String]
    private var isDiscarded = false

    /// A form for an item that is there.
    public init(item: Item) {
      self.init(item: item, isNew: false)
    }

    /// A form for a new item.
    public init(newItem id: Item.ID) {
      self.init(item: Item(id: id, name: "", sku: ""), isNew: true)
    }

    private init(item: Item, isNew: Bool) {
      id = item.id
      self.isNew = isNew
      name = item.name
      sku = item.sku
      quantity = String(item.quantity)
      price = item.price.description
      location = item.location
      notes = item.notes
      original = [
        item.name, item.sku, String(item.quantity), item.price.description, item.location,
        item.notes,
      ]
    }

    /// Whether closing the form would lose what has been written.
    public var hasUnsavedChanges: Bool {
      !isDiscarded && [name, sku, quantity, price, location, notes] != original
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
    case task

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case discardConfirmed
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
      case .alert(.presented(.discardConfirmed)):
        state.discard()
        return .run { _ in await dismiss() }

      case .alert:
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

      case .delegate:
        return .none

      case .locationsResponse(.success(let locations)):
        state.locations = locations
        return .none

      case .locationsResponse(.failure):
        // A form without suggestions is as good.
        return .none

      case .saveButtonTapped:
        guard !state.isSaving else { return .none }
        let (item, errors) = state.validated()
        state.errors = errors
        guard errors.isEmpty else {
          state.focus = State.Field.allCases.first { errors[$0] != nil }
          return .none
        }
        state.isSaving = true
        return .run { send in
          await send(
            .saveResponse(
              Result {
                try await database.save(item)
                return item
              }
            )
          )
        }

      case .saveResponse(.success(let item)):
        state.isSaving = false
        return .send(.delegate(.saved(item)))

      case .saveResponse(.failure(InventoryDatabaseError.duplicateSku)):
        state.isSaving = false
        state.errors[.sku] = "Another item has this SKU."
        state.focus = .sku
        return .none

      case .saveResponse(.failure(let error)):
        state.isSaving = false
        state.alert = .failure("The item could not be saved", error)
        return .none

      case .task:
        return .run { send in
          await send(.locationsResponse(Result { try await database.locations() }))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension ItemFormFeature.State {
  /// The item that the fields make, and what is wrong with them.
  fileprivate func validated() -> (item: Item, errors: [Field: String]) {
    func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    var errors: [Field: String] = [:]
    var item = Item(
      id: id,
      name: trimmed(name),
      sku: trimmed(sku),
      location: trimmed(location),
      notes: notes
    )
    if item.name.isEmpty { errors[.name] = "Enter a name." }
    if item.sku.isEmpty { errors[.sku] = "Enter a SKU." }
    if let quantity = Int(trimmed(quantity)), quantity >= 0 {
      item.quantity = quantity
    } else {
      errors[.quantity] = "Enter a whole number from 0, such as 12."
    }
    if let price = Money(trimmed(price)), price >= .zero {
      item.price = price
    } else {
      errors[.price] = "Enter an amount from 0, such as 12.30."
    }
    return (item, errors)
  }
}

extension AlertState where Action == ItemFormFeature.Action.Alert {
  static func discard(isNew: Bool) -> AlertState {
    AlertState {
      TextState(isNew ? "Discard the new item?" : "Discard the changes?")
    } actions: {
      ButtonState(role: .destructive, action: .discardConfirmed) {
        TextState("Discard")
      }
      ButtonState(role: .cancel) {
        TextState("Keep editing")
      }
    } message: {
      TextState("What you have written is not saved.")
    }
  }
}
