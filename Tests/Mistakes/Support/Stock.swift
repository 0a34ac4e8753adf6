import ComposableGtk
import Foundation

/// The features that the files with mistakes use. There is no mistake here.
@Reducer
struct Crate {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var label = ""
    var weight = 3.5
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case sealButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { _, _ in .none }
  }
}

@Reducer
struct Warehouse {
  @Reducer
  enum Destination {
    case crate(Crate)
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Dialog>)

    @CasePathable
    enum Alert { case confirmButtonTapped }

    @CasePathable
    enum Dialog { case keepButtonTapped, throwAwayButtonTapped }
  }

  @Reducer
  enum Path {
    case crate(Crate)
    case dock(Dock)
  }

  @ObservableState
  struct State {
    var count = 0
    var isOpen = true
    var weight = 3.5
    var name = ""
    var checked = Date.distantPast
    var dock = Dock.State()
    var crates: IdentifiedArrayOf<Crate.State> = []
    var path = StackState<Path.State>()
    @Presents var destination: Destination.State?
  }

  enum Action {
    case addButtonTapped
    case nameChanged(String)
    case counted(Result<Int, any Error>)
    case dock(Dock.Action)
    case crates(IdentifiedActionOf<Crate>)
    case path(StackActionOf<Path>)
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.dock, action: \.dock) { Dock() }
    Reduce { _, _ in .none }
      .forEach(\.crates, action: \.crates) { Crate() }
      .forEach(\.path, action: \.path)
      .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct Dock {
  @ObservableState
  struct State: Equatable {
    var isBusy = false
    @Presents var crate: Crate.State?
    @Presents var alert: AlertState<Action.Alert>?
  }

  enum Action {
    case arriveButtonTapped
    case crate(PresentationAction<Crate.Action>)
    case alert(PresentationAction<Alert>)

    @CasePathable
    enum Alert { case leaveButtonTapped }
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$crate, action: \.crate) { Crate() }
      .ifLet(\.$alert, action: \.alert)
  }
}

struct Counting: Sendable {
  var count: @Sendable () async throws -> Int
}

struct CrateView: View {
  @Bindable var store: StoreOf<Crate>

  var body: some View {
    TextField("Label", text: $store.label)
  }
}

struct DockView: View {
  let store: StoreOf<Dock>

  var body: some View {
    Text(store.isBusy ? "Busy" : "Free")
  }
}

extension Warehouse.State: Equatable {}
extension Warehouse.Destination.State: Equatable {}
extension Warehouse.Path.State: Equatable {}
