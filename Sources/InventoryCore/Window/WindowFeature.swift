import ComposableArchitecture
import Foundation

/// A window: what it shows and how large it is. Both come back when the program is started again.
@Reducer
public struct WindowFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    public let id: UUID
    public var size: WindowSize
    public var inventory: InventoryFeature.State
    /// What the window was when the program ended, as long as the database cannot be read: it
    /// comes back when that can be.
    public var unrestored: SavedWindow?
    /// Whether what the window was is being read.
    public var isRestoring = false
    /// Where the window has begun, before it could become what it was.
    public var start = Whereabouts()
    /// What was typed when the program ended and could not come back, because the user has gone
    /// somewhere else: it comes back as another window when the program is started again.
    public var leftDraft: SavedWindow?
    /// Whether something has changed that is written soon.
    public var isSaveDue = false

    public init(
      id: UUID,
      size: WindowSize = WindowSize(),
      inventory: InventoryFeature.State = InventoryFeature.State(),
      unrestored: SavedWindow? = nil
    ) {
      self.id = id
      self.size = size
      self.inventory = inventory
      self.unrestored = unrestored
      if let unrestored { self.inventory.sidebar.layout = unrestored.sidebar }
    }

    /// Shows something else, beside the same sidebar.
    public mutating func show(_ other: InventoryFeature.State) {
      let layout = inventory.sidebar.layout
      inventory = other
      inventory.sidebar.layout = layout
    }

    /// What comes back of the window, and what it has not shown of what was typed before.
    public var allSaved: [SavedWindow] { (leftDraft.map { [$0] } ?? []) + [saved] }

    /// What comes back of the window.
    public var saved: SavedWindow {
      if var unrestored {
        unrestored.size = size
        unrestored.sidebar = inventory.sidebar.layout
        return unrestored
      }
      return SavedWindow(
        id: id,
        link: inventory.link.completeText,
        query: inventory.list.list.query,
        size: size,
        draft: inventory.draft,
        sidebar: inventory.sidebar.layout
      )
    }
  }

  public enum Action {
    case inventory(InventoryFeature.Action)
    case resized(WindowSize)
    /// What the window was when the program ended.
    case restoreResponse(Result<RestoredWindow, any Error>)
    /// What has changed since is to be written.
    case saveDue
    /// The window is there.
    case task
  }

  enum CancelID {
    case delay
    case saving
  }

  /// How long after a change it is written, with what has changed until then.
  static let delay = Duration.milliseconds(300)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.links) var links
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    // Made once, rather than for each action.
    let window = self.window
    Reduce { state, action in
      // What is saved of many pages is long. There is no need to compare it while it is going to be
      // written anyway.
      let old = state.isSaveDue ? nil : state.allSaved
      let effect = window.reduce(into: &state, action: action)
      guard let old, old != state.allSaved else { return effect }
      return .merge(effect, saveSoon(&state))
    }
    .onChange(of: \.inventory.isClosed) { _, _ in
      // Whoever closes the window says what becomes of what is saved of it.
      .merge(
        .cancel(id: CancelID.delay),
        .cancel(id: CancelID.saving),
        .cancel(id: IntegrityReducer.CancelID.checks)
      )
    }
  }

  @ReducerBuilder<State, Action>
  private var window: some ReducerOf<Self> {
    Scope(state: \.inventory, action: \.inventory) { InventoryFeature() }
    Reduce { state, action in
      switch action {
      case .inventory:
        return restore(&state)

      case .resized(let size):
        state.size = size
        return .none

      case .restoreResponse(let result):
        state.isRestoring = false
        // The database says why it cannot be read, and what was done meanwhile goes first.
        guard case .success(let window) = result, !noteMove(&state), !state.inventory.isPresenting
        else { return .none }
        state.unrestored = nil
        state.inventory.restore(window)
        return .none

      case .saveDue:
        state.isSaveDue = false
        return save(state)

      case .task:
        return .merge(save(state), .send(.inventory(.list(.opened))))
      }
    }
  }

  /// Notes whether the user has gone somewhere else, from where the window must not take him away
  /// any more. What was typed and not saved is kept: it comes back when the program starts again,
  /// as a window of its own, because this one comes back where the user is now.
  private func noteMove(_ state: inout State) -> Bool {
    guard let window = state.unrestored else { return state.start.isLeft }
    state.start.follow(state.inventory)
    guard state.start.isLeft else { return false }
    state.unrestored = nil
    if window.draft != nil { state.leftDraft = window.withID(uuid()) }
    return true
  }

  /// Reads what the window was, once the database can be read.
  private func restore(_ state: inout State) -> Effect<Action> {
    guard !noteMove(&state), let window = state.unrestored, !state.isRestoring,
      state.inventory.list.isReadable, !state.inventory.isPresenting
    else { return .none }
    state.isRestoring = true
    return .run { send in
      await send(.restoreResponse(Result { try await links.savedWindow(window) }))
    }
  }

  /// Writes once for several changes in a row. The time runs from the first of them on, so that
  /// who types without a pause does not lose more than is typed in that time.
  private func saveSoon(_ state: inout State) -> Effect<Action> {
    state.isSaveDue = true
    return .run { send in
      try await clock.sleep(for: Self.delay)
      await send(.saveDue)
    }
    .cancellable(id: CancelID.delay)
  }

  /// Writes what comes back, in the background.
  private func save(_ state: State) -> Effect<Action> {
    .run { [saved = state.allSaved] _ in
      @Shared(.savedWindows) var savedWindows
      $savedWindows.withLock { windows in
        if !Task.isCancelled { for window in saved { windows.keep(window) } }
      }
    }
    .cancellable(id: CancelID.saving, cancelInFlight: true)
  }
}
