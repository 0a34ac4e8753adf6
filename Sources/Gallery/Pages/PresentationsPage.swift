import ComposableGtk

/// All kinds of presentations, one at a time.
@Reducer
struct PresentationsFeature {
  @Reducer
  enum Destination {
    case alert(AlertState<Answer>)
    case cover(NoteFeature)
    case dialog(ConfirmationDialogState<Answer>)
    case popover(NoteFeature)
    case sheet(NoteFeature)

    @CasePathable
    enum Answer: Equatable {
      case no
      case yes
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var answer = "none"
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case showButtonTapped(Destination.State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.alert(let answer))),
        .destination(.presented(.dialog(let answer))):
        state.answer = "\(answer)"
        return .none
      case .destination:
        return .none
      case .showButtonTapped(let destination):
        state.destination = destination
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension PresentationsFeature.Destination.State: Equatable {}

extension AlertState<PresentationsFeature.Destination.Answer> {
  static var example: Self {
    AlertState {
      TextState("Throw it away?")
    } actions: {
      ButtonState(role: .destructive, action: .yes) { TextState("Throw away") }
      ButtonState(role: .cancel, action: .no) { TextState("Keep") }
    } message: {
      TextState("What was thrown away is ") + TextState("gone").bold() + TextState(".")
    }
  }
}

extension ConfirmationDialogState<PresentationsFeature.Destination.Answer> {
  static var example: Self {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("What do you want to do with it?")
    } actions: {
      ButtonState(action: .yes) { TextState("Send") }
      ButtonState(role: .destructive, action: .no) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }
}

/// The content of the presentations: a note, which can present an alert.
@Reducer
struct NoteFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    var text = ""
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case doneButtonTapped
    case helpButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding:
        return .none
      case .doneButtonTapped:
        return .run { _ in await dismiss() }
      case .helpButtonTapped:
        state.alert = AlertState {
          TextState("A note is a line of text.")
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

struct PresentationsPage: View {
  @Bindable var store: StoreOf<PresentationsFeature>

  var body: some View {
    VStack(spacing: 12) {
      Button("Alert") { store.send(.showButtonTapped(.alert(.example))) }
        .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
      Button("Confirmation dialog") { store.send(.showButtonTapped(.dialog(.example))) }
        .confirmationDialog(
          $store.scope(state: \.destination?.dialog, action: \.destination.dialog)
        )
      Button("Sheet") { store.send(.showButtonTapped(.sheet(NoteFeature.State()))) }
        .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) {
          NoteView(store: $0)
        }
      Button("Full-screen cover") { store.send(.showButtonTapped(.cover(NoteFeature.State()))) }
        .fullScreenCover(
          item: $store.scope(state: \.destination?.cover, action: \.destination.cover)
        ) {
          NoteView(store: $0)
        }
      Button("Popover") { store.send(.showButtonTapped(.popover(NoteFeature.State()))) }
        .popover(item: $store.scope(state: \.destination?.popover, action: \.destination.popover)) {
          NoteView(store: $0)
        }
      Text("Last answer: \(store.answer)").cssClass("dim-label")
    }
    .padding(24)
    .navigationTitle("Presentations")
  }
}

struct NoteView: View {
  @Bindable var store: StoreOf<NoteFeature>

  var body: some View {
    VStack(spacing: 12) {
      Form {
        TextField("Note", text: $store.text)
      }
      HStack(spacing: 12) {
        Button("What is a note?") { store.send(.helpButtonTapped) }
        Button("Done") { store.send(.doneButtonTapped) }
          .buttonStyle(.borderedProminent)
      }
    }
    .padding(24)
    .frame(minWidth: 320)
    .navigationTitle("Note")
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}
