import ComposableArchitecture
import Testing

@Reducer
private struct Drawer {
  @ObservableState
  struct State: Equatable {}
  enum Action { case pull }
}

/// A desk that asks before it throws things away.
@Reducer
private struct Desk {
  @Reducer
  enum Destination {
    case drawer(Drawer)
    case alert(AlertState<Question>)
    case dialog(ConfirmationDialogState<Choice>)

    @CasePathable
    enum Question { case yes }
    @CasePathable
    enum Choice { case burn }
  }
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var answers = 0
  }
  enum Action { case destination(PresentationAction<Destination.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.alert(.yes))), .destination(.presented(.dialog(.burn))):
        state.answers += 1
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
extension Desk.Destination.State: Equatable {}

/// The same, with an enum that is written by hand and held without `@Presents`.
@Reducer
private struct PlainDesk {
  @CasePathable
  @dynamicMemberLookup
  enum Prompt: Equatable {
    case alert(AlertState<Question>)
    case note(String)
  }
  @CasePathable
  enum PromptAction {
    case alert(Question)
    case note(Int)
    case seen
  }
  enum Question { case yes }

  struct State: Equatable { var prompt: Prompt? }
  enum Action { case prompt(PromptAction) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.prompt, action: \.prompt) {
      EmptyReducer<Prompt, PromptAction>()
    }
  }
}

/// Alerts and dialogs in optional state, whose actions stand in several forms.
@Reducer
private struct Notices {
  enum Choice: Equatable { case ok }
  @ObservableState
  struct State: Equatable {
    @Presents var never: AlertState<Never>?
    var alert: AlertState<Choice>?
    var dialog: ConfirmationDialogState<Choice>?
    @Presents var presented: AlertState<Choice>?
  }
  enum Action {
    case never(PresentationAction<Never>)
    case alert(PresentationAction<Choice>)
    case dialog(Choice)
    case presented(PresentationAction<Other>)
  }
  @CasePathable
  enum Other {
    case choice(Choice)
    case help
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.never, action: \.never)
      .ifLet(\.alert, action: \.alert)
      .ifLet(\.dialog, action: \.dialog)
      .ifLet(\.$presented, action: \.presented)
  }
}

/// When alerts and dialogs go away by themselves.
@MainActor
@Suite
struct EphemeralStateTests {
  private let alert = AlertState<Desk.Destination.Question> { TextState("Throw it away?") }
  private let dialog = ConfirmationDialogState<Desk.Destination.Choice> { TextState("How?") }

  private func makeStore(_ destination: Desk.Destination.State) -> StoreOf<Desk> {
    Store(initialState: Desk.State(destination: destination)) { Desk() }
  }

  @Test func `an alert is dismissed by its own action, and a dialog too`() {
    let alerting = makeStore(.alert(alert))
    alerting.send(.destination(.presented(.alert(.yes))))
    #expect(alerting.state == Desk.State(answers: 1))
    let asking = makeStore(.dialog(dialog))
    asking.send(.destination(.presented(.dialog(.burn))))
    #expect(asking.state == Desk.State(answers: 1))
  }

  @Test func `an alert stays after an action of another case, which is reported`() {
    let store = makeStore(.alert(alert))
    let reported = issues { store.send(.destination(.presented(.drawer(.pull)))) }
    #expect(reported.count == 1)
    #expect(store.destination == .alert(alert))
  }

  @Test func `a dialog stays after the action of an alert, and the other way round`() {
    let asking = makeStore(.dialog(dialog))
    asking.send(.destination(.presented(.alert(.yes))))
    #expect(asking.destination == .dialog(dialog))
    let alerting = makeStore(.alert(alert))
    alerting.send(.destination(.presented(.dialog(.burn))))
    #expect(alerting.destination == .alert(alert))
  }

  @Test func `alerts and dialogs in optional state are dismissed by their own actions`() {
    let alert = AlertState<Notices.Choice> { TextState("Done") }
    let store = Store(
      initialState: Notices.State(
        never: AlertState { TextState("Hello") },
        alert: alert,
        dialog: ConfirmationDialogState { TextState("Which?") },
        presented: alert
      )
    ) {
      Notices()
    }
    store.send(.alert(.presented(.ok)))
    #expect(store.alert == nil)
    #expect(store.dialog != nil)
    store.send(.dialog(.ok))
    #expect(store.dialog == nil)
    store.send(.presented(.presented(.help)))
    #expect(store.presented != nil)
    store.send(.presented(.presented(.choice(.ok))))
    #expect(store.presented == nil)
    #expect(store.never != nil)
  }

  @Test func `alerts in an enum that is written by hand, in optional state, are dismissed as well`()
  {
    let prompt = PlainDesk.Prompt.alert(AlertState { TextState("Sure?") })
    let store = Store(initialState: PlainDesk.State(prompt: prompt)) { PlainDesk() }
    store.send(.prompt(.note(1)))
    store.send(.prompt(.seen))
    #expect(store.withState(\.prompt) == prompt)
    store.send(.prompt(.alert(.yes)))
    #expect(store.withState(\.prompt) == nil)
    let note = Store(initialState: PlainDesk.State(prompt: .note("Milk"))) { PlainDesk() }
    note.send(.prompt(.note(1)))
    #expect(note.withState(\.prompt) == .note("Milk"))
  }
}
