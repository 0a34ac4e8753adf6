import ComposableArchitecture

/// A feature that presents another one of its kind in every way there is.
@Reducer
struct Presenting {
  @Reducer
  enum Destination {
    case sheet(Presenting)
    case popover(Presenting)
    case cover(Presenting)
    case page(Presenting)
    case alert(AlertState<Answer>)
    case dialog(ConfirmationDialogState<Answer>)
  }

  @CasePathable
  enum Answer: Equatable, Sendable { case delete, keep }

  @ObservableState
  struct State: Equatable, Sendable {
    var name = "Presenting"
    /// Whether the user may not close what the feature is shown in.
    var isSticky = false
    var isPresented = false
    @Presents var destination: Destination.State?
    @Presents var child: Presenting.State?
    @Presents var alert: AlertState<Answer>?
    @Presents var dialog: ConfirmationDialogState<Answer>?
  }

  enum Action {
    case alert(PresentationAction<Answer>)
    case answer(Answer)
    case child(PresentationAction<Presenting.Action>)
    case destination(PresentationAction<Destination.Action>)
    case dialog(PresentationAction<Answer>)
    case leave
    case setPresented(Bool)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .leave:
        return .run { _ in await dismiss() }
      case .setPresented(let isPresented):
        state.isPresented = isPresented
        return .none
      case .alert, .answer, .child, .destination, .dialog:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$child, action: \.child) { Presenting() }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$dialog, action: \.dialog)
  }
}
extension Presenting.Destination.State: Equatable, Sendable {}

/// A stack of pages that present, which tells what it was sent.
@Reducer
struct PresentingStack {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Presenting.State>()
  }

  enum Action {
    case change(@Sendable (inout Presenting.State) -> Void)
    case path(StackActionOf<Presenting>)
  }

  /// Takes the description of each action that is not a change.
  let log: LockIsolated<[String]>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let change):
        for id in state.path.ids { change(&state.path[id: id]!) }  // The ids are the stack's own.
      case .path(.element(_, let action)):
        log.withValue { $0.append(action.description) }
      case .path(.popFrom):
        log.withValue { $0.append("popFrom") }
      case .path(.push):
        log.withValue { $0.append("push") }
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Presenting() }
  }
}

extension Presenting.Action {
  /// The way to the action from here, for example `destination.sheet.leave`.
  var description: String {
    switch self {
    case .leave: "leave"
    case .answer(let answer): "\(answer)"
    case .setPresented(let isPresented): "setPresented(\(isPresented))"
    case .alert(.dismiss): "alert.dismiss"
    case .alert(.presented(let answer)): "alert.\(answer)"
    case .dialog(.dismiss): "dialog.dismiss"
    case .dialog(.presented(let answer)): "dialog.\(answer)"
    case .child(.dismiss): "child.dismiss"
    case .child(.presented(let action)): "child.\(action.description)"
    case .destination(.dismiss): "destination.dismiss"
    case .destination(.presented(let action)):
      switch action {
      case .sheet(let action): "destination.sheet.\(action.description)"
      case .popover(let action): "destination.popover.\(action.description)"
      case .cover(let action): "destination.cover.\(action.description)"
      case .page(let action): "destination.page.\(action.description)"
      case .alert(let answer): "destination.alert.\(answer)"
      case .dialog(let answer): "destination.dialog.\(answer)"
      }
    }
  }
}
