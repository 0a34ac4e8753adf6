import ComposableGtk
import Foundation

@Reducer
struct BoatRental {
  @ObservableState
  struct State: Equatable {
    var boat = Boat.canoe
    var day: Date
    var deposit = Decimal(20)
    var hasTriedToSave = false
    var name = ""
    var needsVests = true
    var notes = ""
    var people = 2

    var nameProblem: String? {
      hasTriedToSave && name.isEmpty ? "Enter the name of the guest." : nil
    }
    var peopleProblem: String? {
      people > boat.seats ? "This boat has \(boat.seats) seats." : nil
    }
  }

  enum Boat: String, CaseIterable {
    case canoe = "Canoe"
    case rowingBoat = "Rowing boat"

    var seats: Int { self == .canoe ? 2 : 4 }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case saveButtonTapped

    @CasePathable
    enum Delegate: Equatable {
      case saved
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none
      case .saveButtonTapped:
        state.hasTriedToSave = true
        guard state.nameProblem == nil, state.peopleProblem == nil else { return .none }
        return .send(.delegate(.saved))
      }
    }
  }
}

struct BoatRentalView: View {
  @Bindable var store: StoreOf<BoatRental>

  var body: some View {
    Form {
      Section("Guest") {
        TextField("Name", text: $store.name)
          .validationMessage(store.nameProblem)
        TextField("Deposit", value: $store.deposit, format: .number)
      }
      Section {
        Picker("Boat", selection: $store.boat) {
          ForEach(BoatRental.Boat.allCases, id: \.self) { Text($0.rawValue).tag($0) }
        }
        Stepper("People", value: $store.people, in: 1...4)
        Toggle("Life vests", isOn: $store.needsVests)
        DatePicker("Day", selection: $store.day, displayedComponents: .date)
        LabeledContent("Seats", value: "\(store.boat.seats)")
      } header: {
        Text("Boat")
      } footer: {
        Text(store.peopleProblem ?? "Boats are back at sunset.")
      }
      Section("Notes") {
        TextEditor(text: $store.notes)
          .frame(minHeight: 80)
      }
    }
    .onSubmit { store.send(.saveButtonTapped) }
    .navigationTitle("Rent a boat")
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { store.send(.saveButtonTapped) }
      }
    }
  }
}
