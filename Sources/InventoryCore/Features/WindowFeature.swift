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

    public init(
      id: UUID,
      size: WindowSize = WindowSize(),
      inventory: InventoryFeature.State = InventoryFeature.State()
    ) {
      self.id = id
      self.size = size
      self.inventory = inventory
    }

    /// What comes back of the window.
    public var saved: SavedWindow {
      SavedWindow(
        id: id,
        link: inventory.link.text,
        query: inventory.list.list.query,
        size: size
      )
    }
  }

  public enum Action {
    case inventory(InventoryFeature.Action)
    case resized(WindowSize)
    /// The window is there.
    case task
  }

  enum CancelID {
    case saving
  }

  /// How long nothing has to change before it is written.
  static let delay = Duration.milliseconds(300)

  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.inventory, action: \.inventory) { InventoryFeature() }
      Reduce { state, action in
        switch action {
        case .inventory:
          return .none

        case .resized(let size):
          state.size = size
          return .none

        case .task:
          return .merge(save(state, after: .zero), .send(.inventory(.list(.opened))))
        }
      }
    }
    .onChange(of: \.saved) { _, state in save(state, after: Self.delay) }
    .onChange(of: \.inventory.isClosed) { _, _ in
      // Whoever closes the window says what becomes of what is saved of it.
      .merge(.cancel(id: CancelID.saving), .cancel(id: ItemListFeature.CancelID.checks))
    }
  }

  /// Writes what comes back, in the background: once for several changes in a row.
  private func save(_ state: State, after delay: Duration) -> Effect<Action> {
    .run { [saved = state.saved] _ in
      if delay > .zero { try await clock.sleep(for: delay) }
      @Shared(.savedWindows) var savedWindows
      $savedWindows.withLock { $0.keep(saved) }
    }
    .cancellable(id: CancelID.saving, cancelInFlight: true)
  }
}
