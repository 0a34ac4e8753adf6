import Testing

@testable import ComposableArchitecture

@Reducer
private struct Editor {
  @Reducer
  enum Destination {
    case discard(AlertState<Answer>)
    @ReducerCaseIgnored
    case help(String)
    case overwrite(ConfirmationDialogState<Answer>)
    case delete(AlertState<Answer>)
    case failure(AlertState<Never>)

    @CasePathable
    enum Answer { case yes }
  }
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var answers: [String] = []
  }
  enum Action { case destination(PresentationAction<Destination.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.discard(.yes))): state.answers.append("discard")
      case .destination(.presented(.overwrite(.yes))): state.answers.append("overwrite")
      case .destination(.presented(.delete(.yes))): state.answers.append("delete")
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
extension Editor.Destination.State: Equatable {}

/// An enum that is written by hand, whose actions do not say which of two prompts they are for.
@CasePathable
@dynamicMemberLookup
private enum Sheet: Equatable {
  case first(AlertState<Bool>)
  case second(AlertState<Bool>)

  @CasePathable
  enum Action { case answered(Bool), other(Bool), third(Bool) }
}

/// Stores of alerts and dialogs that are cases of an enum.
@MainActor
@Suite struct PromptStoreTests {
  private func makeStore(_ destination: Editor.Destination.State) -> StoreOf<Editor> {
    Store(initialState: Editor.State(destination: destination)) { Editor() }
  }

  private func destination(
    of store: StoreOf<Editor>
  ) throws -> Store<Editor.Destination.State, Editor.Destination.Action> {
    try #require(store.scope(state: \.destination, action: \.destination))
  }

  @Test func `a prompt sends its actions in its own case, though others have the same type`() throws
  {
    let alert = AlertState<Editor.Destination.Answer> { TextState("") }
    let dialog = ConfirmationDialogState<Editor.Destination.Answer> { TextState("") }
    let discarding = makeStore(.discard(alert))
    try #require(try destination(of: discarding).prompt(\.discard)).send(.yes)
    #expect(discarding.answers == ["discard"])
    #expect(discarding.destination == nil)

    let overwriting = makeStore(.overwrite(dialog))
    try #require(try destination(of: overwriting).prompt(\.overwrite)).send(.yes)
    #expect(overwriting.answers == ["overwrite"])
    #expect(overwriting.destination == nil)

    let deleting = makeStore(.delete(alert))
    try #require(try destination(of: deleting).prompt(\.delete)).send(.yes)
    #expect(deleting.answers == ["delete"])
    #expect(deleting.destination == nil)
  }

  @Test func `a prompt has no store while the state is in another case`() throws {
    let store = try destination(of: makeStore(.help("")))
    #expect(store.prompt(\.discard) == nil)
    #expect(store.prompt(\.failure) == nil)
  }

  @Test func `a prompt whose actions are not known is reported where it is presented`() {
    let store = Store(initialState: Sheet.first(AlertState { TextState("") })) {
      EmptyReducer<Sheet, Sheet.Action>()
    }
    var prompt: Store<AlertState<Bool>, Bool>?
    let line: UInt = #line + 1
    let reported = issues { prompt = store.prompt(\.first) }
    #expect(prompt == nil)
    #expect(reported.map(\.line) == [line])
    #expect(reported.map(\.fileID) == ["ComposableArchitectureTests/PromptStoreTests.swift"])
    #expect(
      reported.map(\.message) == [
        """
        A prompt cannot be presented, because the case of its actions is not known.

          State: Sheet
          Prompt: AlertState<Bool>
          Action: Sheet.Action

        No single case of "Sheet.Action" holds actions of the type "Bool" for the prompt. The likely \
        causes:

        • The actions are written by hand, and have no case for the prompt. Add one, with the name of \
        the state's case.

        • A case for another feature holds actions of the same type. Give the prompt an action type of \
        its own.
        """
      ]
    )
    #expect(store.prompt(\.second) == nil, "The state is in another case, which is no misuse.")
  }
}
