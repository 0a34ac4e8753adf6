import ComposableGtk
import GtkKit
import Testing

/// The code of the article "Presentations".
enum PresentationsArticle {
  @Reducer
  struct Notes {
    @Reducer
    enum Destination {
      case add(NoteForm)
      case alert(AlertState<Alert>)
      case options(Options)

      @CasePathable
      enum Alert: Equatable {
        case confirmRemoval
      }
    }

    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
      var notes: [String] = []
    }

    enum Action {
      case addButtonTapped
      case destination(PresentationAction<Destination.Action>)
      case optionsButtonTapped
      case removeAllButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          state.destination = .add(NoteForm.State())
          return .none
        case .destination(.presented(.add(.saveButtonTapped))):
          guard let form = state.destination?.add
          else { return .none }
          state.notes.append(form.text)
          state.destination = nil
          return .none
        case .destination(.presented(.alert(.confirmRemoval))):
          state.notes.removeAll()
          return .none
        case .destination:
          return .none
        case .optionsButtonTapped:
          state.destination = .options(Options.State())
          return .none
        case .removeAllButtonTapped:
          state.destination = .alert(
            AlertState {
              TextState("Remove all notes?")
            } actions: {
              ButtonState(role: .destructive, action: .confirmRemoval) {
                TextState("Remove")
              }
              ButtonState(role: .cancel) {
                TextState("Keep")
              }
            }
          )
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Reducer
  struct NoteForm {
    @ObservableState
    struct State: Equatable {
      var text = ""
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case saveButtonTapped
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
    }
  }

  @Reducer
  struct Options {
    @ObservableState
    struct State: Equatable {}
    enum Action {}
  }

  struct NotesView: View {
    @Bindable var store: StoreOf<Notes>

    var body: some View {
      VStack(spacing: 12) {
        Text("\(store.notes.count) notes")
        Button("Add…") { store.send(.addButtonTapped) }
        Button("Options") { store.send(.optionsButtonTapped) }
          .popover(
            item: $store.scope(state: \.destination?.options, action: \.destination.options)
          ) { _ in
            Text("There are no options.")
          }
        Button("Remove all…") { store.send(.removeAllButtonTapped) }
      }
      .sheet(
        item: $store.scope(state: \.destination?.add, action: \.destination.add)
      ) { store in
        NoteFormView(store: store)
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
    }
  }

  struct NoteFormView: View {
    @Bindable var store: StoreOf<NoteForm>
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      Form {
        TextField("Note", text: $store.text)
      }
      .navigationTitle("New note")
      .toolbar {
        ToolbarItem(placement: .leading) {
          Button("Cancel") { dismiss() }
        }
        ToolbarItem(placement: .trailing) {
          Button("Save") { store.send(.saveButtonTapped) }
            .disabled(store.text.isEmpty)
        }
      }
      .interactiveDismissDisabled(!store.text.isEmpty)
    }
  }
}

extension PresentationsArticle.Notes.Destination.State: Equatable {}

extension ComposableGtkTests {
  @MainActor
  struct PresentationsArticleTests {
    typealias Notes = PresentationsArticle.Notes

    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `a form in a sheet adds a note`() async throws {
      let store = Store(initialState: Notes.State()) { Notes() }
      let window = TestWindow(PresentationsArticle.NotesView(store: store))
      defer { window.close() }

      #expect(await eventually { window.content.button("Add…") != nil })
      try #require(window.content.button("Add…")).click()
      #expect(store.destination?.add != nil)
      #expect(await eventually { self.dialogs.count == 1 })

      let form = try #require(store.scope(state: \.destination?.add, action: \.destination.add))
      form.send(.binding(.set(\.text, "Milk")))
      form.send(.saveButtonTapped)
      #expect(await eventually { window.content.visibleTexts.contains("1 notes") })
      #expect(await eventually { self.dialogs.isEmpty })
    }

    @Test func `an alert is shown as state says`() async throws {
      let store = Store(initialState: Notes.State(notes: ["Milk"])) { Notes() }
      let window = TestWindow(PresentationsArticle.NotesView(store: store))
      defer { window.close() }

      store.send(.removeAllButtonTapped)
      #expect(await eventually { self.dialogs.count == 1 })
      let dialog = try #require(dialogs.first)
      try #require(dialog.button("Remove")).click()
      #expect(await eventually { self.dialogs.isEmpty })
      #expect(store.notes.isEmpty)
    }

    /// The windows on the screen that belong to another.
    private var dialogs: [WidgetPointer] {
      Toplevels.all.filter { gtk_window_get_transient_for($0) != nil }.map { $0.cast() }
        .filter { gtk_widget_get_visible($0) != 0 }
    }
  }
}
