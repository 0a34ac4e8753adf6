import ComposableArchitecture
import Foundation

/// Takes back what was done last in a window, and does it again; a message says so each time, and
/// when something else was done.
@Reducer
public struct UndoFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What can be taken back, the latest last.
    public var undos: [InventoryChange] = []
    /// What was taken back and can be done again, the latest last.
    public var redos: [InventoryChange] = []
    /// What the database is doing at present with the last change.
    public var current: Step?
    /// When it began with that, if it is about many items.
    var start: Date?
    /// What was done or asked for meanwhile, the oldest first. What is in `undos` and `redos` stays
    /// as it is until the database has answered.
    public var waiting: [Event] = []
    /// What is told once the message with its button has gone, the oldest first.
    public var messages: [ToastFeature.State] = []
    /// How far the database has come with a change of many items.
    @Presents public var progress: UndoProgressFeature.State?
    @Presents public var toast: ToastFeature.State?
    @Presents public var alert: AlertState<Never>?

    /// How many changes can be taken back.
    public static let limit = Limits.undoneChanges
    /// How many bytes of photos are kept in memory for that, beside those of the latest change.
    static let photoLimit = 50_000_000

    public init() {}

    /// Remembers a change, and forgets the oldest ones that are too many or too large.
    mutating func remember(_ change: InventoryChange) {
      undos.append(change)
      redos = []
      var size = 0
      let kept = undos.suffix(State.limit).dropLast().reversed().prefix { change in
        size += change.photoSize
        return size <= State.photoLimit
      }
      undos.removeFirst(undos.count - kept.count - 1)
    }

    mutating func showToast(
      _ text: String,
      _ button: ToastFeature.Button? = nil
    ) -> Effect<Action> {
      toast = ToastFeature.State(id: nextToastID, text: text, button: button)
      return .send(.toast(.presented(.shown)))
    }

    private var nextToastID: Int {
      (([toast?.id] + messages.map(\.id)).compactMap(\.self).max() ?? 0) + 1
    }

    /// Tells something. While a message with a button is shown, this waits, for the user to have
    /// time to press the button.
    mutating func tell(_ text: String, _ button: ToastFeature.Button? = nil) -> Effect<Action> {
      guard toast?.button != nil || !messages.isEmpty else { return showToast(text, button) }
      messages.append(ToastFeature.State(id: nextToastID, text: text, button: button))
      return .none
    }

    mutating func showNextMessage() -> Effect<Action> {
      guard toast == nil, !messages.isEmpty else { return .none }
      toast = messages.removeFirst()
      return .send(.toast(.presented(.shown)))
    }
  }

  public enum Step: Equatable, Sendable {
    case redo
    case undo
  }

  @CasePathable
  public enum Event: Equatable, Sendable {
    case change(InventoryChange)
    case `import`(ImportSummary)
    case replacement
    case step(Step)
  }

  public enum Action {
    case alert(PresentationAction<Never>)
    /// Something was done in this window.
    case changeMade(InventoryChange)
    /// Something else was done, which does not change the inventory.
    case finished(String)
    /// A file was imported, which cannot be taken back or has changed nothing.
    case imported(ImportSummary)
    /// The inventory is another one, such as that of a backup.
    case inventoryReplaced
    /// Something can be done now that could not be done when it was asked for.
    case offered(String, ToastFeature.Button)
    case progress(PresentationAction<UndoProgressFeature.Action>)
    case redoRequested
    /// A change was taken back, and this takes it back in its turn.
    case revertResponse(Result<InventoryChange, any Error>)
    case revertProgressed(TransferProgress)
    case task
    case toast(PresentationAction<ToastFeature.Action>)
    case undoRequested
  }

  enum CancelID {
    case step
  }

  @Dependency(\.date.now) var now
  @Dependency(\.undo) var undo

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .changeMade(let change):
        return handle(.change(change), &state)

      case .finished(let text):
        return state.tell(text)

      case .imported(let summary):
        return handle(.import(summary), &state)

      case .inventoryReplaced:
        return handle(.replacement, &state)

      case .offered(let text, let button):
        return state.tell(text, button)

      case .progress(.dismiss), .progress(.presented(.cancelButtonTapped)):
        return stop(&state)

      case .redoRequested:
        return handle(.step(.redo), &state)

      case .revertProgressed(let progress):
        return showProgress(progress, &state)

      case .revertResponse(let result):
        return finish(result, &state)

      case .task:
        return .run { send in
          for await change in undo.madeChanges() { await send(.changeMade(change)) }
        }

      case .toast(.presented(.delegate(.buttonTapped(.open)))):
        state.toast = nil
        return .none

      case .toast(.presented(.delegate(.buttonTapped(let button)))):
        // The message tells of the last change only: a second click is not about the one before.
        guard state.current == nil else { return .none }
        return handle(.step(button == .undo ? .undo : .redo), &state)

      case .undoRequested:
        return handle(.step(.undo), &state)

      case .toast:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$progress, action: \.progress) { UndoProgressFeature() }
    .ifLet(\.$toast, action: \.toast) { ToastFeature() }
    Reduce { state, _ in state.showNextMessage() }
  }

  /// One after the other, in the order of the keys and of the changes.
  private func handle(_ event: Event, _ state: inout State) -> Effect<Action> {
    guard state.current == nil else {
      state.waiting.append(event)
      return .none
    }
    return switch event {
    case .change(let change): add(change, &state)
    case .import(let summary): add(summary, &state)
    case .replacement: forgetAll(&state)
    case .step(let step): start(step, &state)
    }
  }

  private func forgetAll(_ state: inout State) -> Effect<Action> {
    state.undos = []
    state.redos = []
    state.toast = nil
    return .none
  }

  private func add(_ summary: ImportSummary, _ state: inout State) -> Effect<Action> {
    guard summary.added + summary.updated > 0 else { return state.tell(summary.text) }
    // Otherwise what was done before would be taken back in the place of the import.
    state.undos = []
    state.redos = []
    let sentences = [tr("\(summary.text). This cannot be undone."), summary.noteOfLines]
    return state.showToast(sentences.compactMap(\.self).joined(separator: " "))
  }

  private func add(_ change: InventoryChange, _ state: inout State) -> Effect<Action> {
    let goesOn = state.undos.last?.isContinued(by: change) == true
    if goesOn { state.undos.removeLast() }
    let text = change.kind.doneText
    let isTold = goesOn && state.toast?.text == text
    guard !change.isWithoutEffect else {
      if isTold { state.toast = nil }
      return .none
    }
    state.remember(change)
    // A screen reader need not read the same message with each letter that somebody writes.
    return isTold
      ? .send(.toast(.presented(.shown))) : state.showToast(text, .undo)
  }

  private func start(_ step: Step, _ state: inout State) -> Effect<Action> {
    let change = step == .undo ? state.undos.last : state.redos.last
    guard let change else { return .none }
    state.current = step
    state.start = change.itemCount >= ManyItemsFeature.State.manyItems ? now : nil
    return .run { send in
      for try await event in undo.takeBack(change) {
        switch event {
        case .progress(let progress): await send(.revertProgressed(progress))
        case .finished(let reverted): await send(.revertResponse(.success(reverted)))
        }
      }
    } catch: { error, send in
      await send(.revertResponse(.failure(error)))
    }
    .cancellable(id: CancelID.step)
  }

  private func showProgress(
    _ progress: TransferProgress,
    _ state: inout State
  ) -> Effect<Action> {
    guard let step = state.current, let start = state.start else { return .none }
    if state.progress == nil {
      state.toast = nil
      state.progress = UndoProgressFeature.State(step, start: start)
    }
    state.progress?.running.update(progress, at: now)
    return .none
  }

  /// Ends what the database is doing. Nothing has been changed then.
  private func stop(_ state: inout State) -> Effect<Action> {
    state.progress = nil
    state.current = nil
    // The keys were pressed in the belief that this one would go on.
    state.waiting.removeAll { $0.is(\.step) }
    return .merge(.cancel(id: CancelID.step), handleWaiting(&state))
  }

  private func finish(
    _ result: Result<InventoryChange, any Error>,
    _ state: inout State
  ) -> Effect<Action> {
    guard let step = state.current else { return .none }
    state.current = nil
    state.progress = nil
    let toldEffect: Effect<Action>
    switch result {
    case .success(let change):
      if step == .undo {
        _ = state.undos.popLast()
        state.redos.append(change)
        toldEffect = state.showToast(change.kind.undoneText, .redo)
      } else {
        _ = state.redos.popLast()
        state.undos.append(change)
        toldEffect = state.showToast(change.kind.doneText, .undo)
      }

    case .failure(let error):
      // The keys were pressed in the belief that this one would succeed.
      state.waiting.removeAll { $0.is(\.step) }
      // What others stand in the way of does not keep the user from what he did before.
      if error is UndoProblem { state.forgetLast(step) }
      let title = step == .undo ? tr("This cannot be undone") : tr("This cannot be redone")
      state.alert = .failure(title, error)
      toldEffect = .none
    }
    return .merge(toldEffect, handleWaiting(&state))
  }

  private func handleWaiting(_ state: inout State) -> Effect<Action> {
    var effects: [Effect<Action>] = []
    while state.current == nil, !state.waiting.isEmpty {
      effects.append(handle(state.waiting.removeFirst(), &state))
    }
    return .merge(effects)
  }
}

extension UndoFeature.State {
  fileprivate mutating func forgetLast(_ step: UndoFeature.Step) {
    toast = nil
    if step == .undo {
      _ = undos.popLast()
    } else {
      _ = redos.popLast()
    }
  }
}
