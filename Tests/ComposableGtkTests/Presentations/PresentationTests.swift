import ComposableGtk
import GtkKit
import Testing

@Reducer
struct DeskFeature {
  @Reducer
  enum Destination {
    case sheet(PageFeature)
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Alert>)

    @CasePathable
    enum Alert: Equatable { case confirm }
  }
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var isLocked = false
    var confirmed = 0
    var dismissals = 0
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case set(Destination.State?)
    case lock(Bool)
  }
  var body: some ReducerOf<Self> {
    let core = Reduce<State, Action> { state, action in
      switch action {
      case .destination(.presented(.alert(.confirm))), .destination(.presented(.dialog(.confirm))):
        state.confirmed += 1
        return .none
      case .destination:
        return .none
      case .set(let destination):
        state.destination = destination
        return .none
      case .lock(let isLocked):
        state.isLocked = isLocked
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    Reduce { state, action in
      if case .destination(.dismiss) = action {
        state.dismissals += 1
        if state.isLocked { return .none }
      }
      return core.reduce(into: &state, action: action)
    }
  }
}
extension DeskFeature.Destination.State: Equatable {}

private struct DeskView: View {
  @Bindable var store: StoreOf<DeskFeature>

  var body: some View {
    Text("Desk")
      .sheet(item: $store.scope(state: \.destination?.sheet, action: \.destination.sheet)) {
        store in
        SheetView(store: store)
      }
      .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
      .confirmationDialog($store.scope(state: \.destination?.dialog, action: \.destination.dialog))
  }
}

private struct SheetView: View {
  let store: StoreOf<PageFeature>
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      Text("\(store.name) \(store.count)")
      Button("Increment") { store.send(.increment) }
      Button("Close by state") { store.send(.close) }
      Button("Close by view") { dismiss() }
    }
    .navigationTitle(store.name)
  }
}

/// Asks a question by an alert that is equal to the one before, but not the same.
@Reducer
private struct QuestionFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Answer>?
    var answers: [Answer] = []
  }
  @CasePathable
  enum Answer: Equatable { case again, done }
  enum Action {
    case alert(PresentationAction<Answer>)
    case ask
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(let answer)):
        state.answers.append(answer)
        if answer == .again { state.alert = .question }
      case .alert(.dismiss):
        break
      case .ask:
        state.alert = .question
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState<QuestionFeature.Answer> {
  fileprivate static var question: Self {
    AlertState {
      TextState("Once more?")
    } actions: {
      ButtonState(action: .again) { TextState("Again") }
      ButtonState(role: .cancel, action: .done) { TextState("Done") }
    }
  }
}

private struct QuestionView: View {
  @Bindable var store: StoreOf<QuestionFeature>

  var body: some View {
    Button("Ask") { store.send(.ask) }
      .alert($store.scope(state: \.alert, action: \.alert))
  }
}

extension ComposableGtkTests {
  @MainActor
  struct PresentationTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func with(
      _ destination: DeskFeature.Destination.State?,
      _ body: (StoreOf<DeskFeature>, TestWindow) async throws -> Void
    ) async rethrows {
      let store = Store(initialState: DeskFeature.State(destination: destination)) { DeskFeature() }
      let window = TestWindow(DeskView(store: store))
      defer { window.close() }
      try await body(store, window)
      store.send(.lock(false))
      store.send(.set(nil))
      #expect(await eventually { dialogs.isEmpty })
    }

    private func dialog() async throws -> WidgetPointer {
      #expect(await eventually { dialogs.count == 1 })
      return try #require(dialogs.first)
    }

    private var sheet: DeskFeature.Destination.State { .sheet(PageFeature.State(name: "Sheet")) }

    private var alert: DeskFeature.Destination.State {
      .alert(
        AlertState {
          TextState("Sure <b>?")
        } actions: {
          ButtonState(role: .destructive, action: .confirm) { TextState("Do it") }
          ButtonState(role: .cancel) { TextState("Leave it") }
        }
      )
    }

    @Test func `a sheet comes with its state, shows its changes and goes with it`() async throws {
      try await with(nil) { store, _ in
        #expect(dialogs.isEmpty)
        store.send(.set(sheet))
        let dialog = try await dialog()
        try #require(dialog.button("Increment")).click()
        #expect(await eventually { dialog.visibleTexts.contains("Sheet 1") })
        store.send(.set(nil))
        #expect(await eventually { dialogs.isEmpty })
        #expect(store.dismissals == 0)
      }
    }

    @Test func `a deep link opens the sheet with the window`() async throws {
      try await with(sheet) { _, _ in
        let dialog = try await dialog()
        #expect(dialog.visibleTexts.contains("Sheet 0"))
      }
    }

    @Test(arguments: ["Close by state", "Close by view", nil])
    func `however a sheet is closed, one dismissal is sent`(button: String?) async throws {
      try await with(sheet) { store, _ in
        let dialog = try await dialog()
        if let button {
          try #require(dialog.button(button)).click()
        } else {
          gtk_window_close(dialog.cast())
        }
        #expect(await eventually { dialogs.isEmpty })
        #expect(store.destination == nil)
        #expect(store.dismissals == 1)
      }
    }

    @Test func `a reducer that declines a dismissal keeps the sheet open`() async throws {
      try await with(sheet) { store, _ in
        let dialog = try await dialog()
        store.send(.lock(true))
        gtk_window_close(dialog.cast())
        #expect(await eventually { store.dismissals == 1 })
        MainLoop.pump()
        #expect(dialogs == [dialog])
        #expect(store.destination != nil)
      }
    }

    @Test func `a button of an alert sends its action, once, and the alert goes`() async throws {
      try await with(alert) { store, _ in
        let dialog = try await dialog()
        #expect(dialog.visibleTexts.contains("Sure <b>?"))
        try #require(dialog.button("Do it")).click()
        #expect(await eventually { dialogs.isEmpty })
        #expect(store.confirmed == 1)
        #expect(store.dismissals == 0)
        #expect(store.destination == nil)
      }
    }

    @Test func `closing an alert sends one dismissal and no action`() async throws {
      try await with(alert) { store, _ in
        let dialog = try await dialog()
        gtk_window_close(dialog.cast())
        #expect(await eventually { dialogs.isEmpty })
        #expect(store.confirmed == 0)
        #expect(store.dismissals == 1)
      }
    }

    @Test func `a confirmation dialog always offers to cancel`() async throws {
      let state = ConfirmationDialogState<DeskFeature.Destination.Alert>(titleVisibility: .visible)
      {
        TextState("Which?")
      } actions: {
        ButtonState(action: .confirm) { TextState("This") }
      }
      try await with(.dialog(state)) { store, _ in
        let dialog = try await dialog()
        try #require(dialog.button("Cancel")).click()
        #expect(await eventually { dialogs.isEmpty })
        #expect(store.dismissals == 1)
      }
    }

    @Test func `another destination takes the place of the one before`() async throws {
      try await with(sheet) { store, _ in
        let first = try await dialog()
        store.send(.set(alert))
        #expect(await eventually { dialogs.count == 1 && dialogs.first != first })
        #expect(store.dismissals == 0)
      }
    }

    private func withQuestion(
      _ body: (StoreOf<QuestionFeature>, TestWindow) async throws -> Void
    ) async throws {
      let store = Store(initialState: QuestionFeature.State()) { QuestionFeature() }
      let window = TestWindow(QuestionView(store: store))
      defer { window.close() }
      try await body(store, window)
      #expect(await eventually { dialogs.isEmpty })
    }

    @Test
    func `an alert whose button is pressed twice in one turn can be answered`() async throws {
      try await withQuestion { store, window in
        let button = try #require(window.content.button("Ask"))
        button.click()
        button.click()
        try #require(try await dialog().button("Done")).click()
        #expect(await eventually { store.answers == [.done] && store.alert == nil })
      }
    }

    @Test
    func `an alert that takes the place of an equal one on the screen can be answered`()
      async throws
    {
      try await withQuestion { store, _ in
        store.send(.ask)
        let first = WeakReference(try await dialog())
        store.send(.ask)
        #expect(await eventually { dialogs.count == 1 && !first.isAlive })
        gtk_window_close(try await dialog().cast())
        #expect(await eventually { store.answers == [.done] && store.alert == nil })
      }
    }

    @Test
    func `an answer that brings an equal alert leaves one that can be answered`() async throws {
      try await withQuestion { store, _ in
        store.send(.ask)
        for count in 1...3 {
          let dialog = try await dialog()
          let before = WeakReference(dialog)
          try #require(dialog.button("Again")).click()
          #expect(store.answers.count == count)
          #expect(await eventually { dialogs.count == 1 && !before.isAlive })
        }
        try #require(try await dialog().button("Done")).click()
        #expect(await eventually { store.answers.last == .done && store.alert == nil })
      }
    }
  }
}
