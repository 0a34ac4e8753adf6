import ComposableArchitecture
import Foundation

/// The sheet with the backups, one of which can take the place of the inventory.
@Reducer
public struct BackupsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var backups: [Backup]?
    public var isRestoring = false
    /// The backup that the user is asked about, or will be once the backups are known.
    public var asksAbout: Backup.ID?
    @Presents public var alert: AlertState<Action.Alert>?

    /// - Parameter backup: the backup that the user is asked about once the backups are known.
    public init(asksAbout backup: Backup.ID? = nil) {
      asksAbout = backup
    }

    /// Asks whether to restore a backup, if it is there and can be read.
    mutating func ask(about id: Backup.ID) {
      let backup = backups?.first { $0.id == id && $0.obstacle == nil }
      asksAbout = backup?.id
      alert = backup.map { .restore($0) }
    }
  }

  public enum Action {
    case alert(PresentationAction<Alert>)
    case backupTapped(id: Backup.ID)
    case backupsResponse(Result<[Backup], any Error>)
    case closeButtonTapped
    case delegate(Delegate)
    case restoreFailed(any Error)
    case stopButtonTapped
    case task

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case restoreConfirmed(id: Backup.ID)
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The inventory is what the backup was.
      case restored(Backup.ID)
    }
  }

  enum CancelID {
    case look
    case restore
  }

  @Dependency(\.backups) var backups
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.restoreConfirmed(let id))):
        return restore(id, &state)

      case .alert(.dismiss):
        state.asksAbout = nil
        return .none

      case .delegate:
        return .none

      case .backupTapped(let id):
        if !state.isRestoring { state.ask(about: id) }
        return .none

      case .backupsResponse(.success(let backups)):
        state.backups = backups
        if let id = state.asksAbout { state.ask(about: id) }
        return .none

      case .backupsResponse(.failure(let error)):
        state.backups = []
        state.asksAbout = nil
        state.alert = .failure(tr("The backups could not be read"), error)
        return .none

      case .closeButtonTapped:
        // What comes of it is to be seen.
        guard !state.isRestoring else { return .none }
        return .run { _ in await dismiss() }

      case .stopButtonTapped:
        // What the inventory is stays so, as long as its rows are only being read.
        guard state.isRestoring else { return .none }
        state.isRestoring = false
        return .cancel(id: CancelID.restore)

      case .restoreFailed(let error):
        state.isRestoring = false
        state.alert = .failure(tr("The backup could not be restored"), error)
        return .none

      case .task:
        return .run { send in
          await send(.backupsResponse(Result { try await backups.all() }))
        }
        .cancellable(id: CancelID.look, cancelInFlight: true)
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func restore(_ id: Backup.ID, _ state: inout State) -> Effect<Action> {
    state.asksAbout = nil
    state.isRestoring = true
    return .run { send in
      try await backups.restore(id)
      await send(.delegate(.restored(id)))
    } catch: { error, send in
      await send(.restoreFailed(error))
    }
    .cancellable(id: CancelID.restore)
  }
}

extension AlertState where Action == BackupsFeature.Action.Alert {
  static func restore(_ backup: Backup) -> AlertState {
    let date = backup.dateText()
    return AlertState {
      TextState(tr("Restore this backup?"))
    } actions: {
      ButtonState(role: .destructive, action: .restoreConfirmed(id: backup.id)) {
        TextState(tr("Restore"))
      }
      ButtonState(role: .cancel) {
        TextState(tr("Cancel"))
      }
    } message: {
      TextState(
        tr(
          """
          It is of \(date). Its \(backup.itemCount) item takes the place of your inventory, which \
          becomes a backup, or is kept beside the file if it is damaged.
          """,
          """
          It is of \(date). Its \(backup.itemCount) items take the place of your inventory, which \
          becomes a backup, or is kept beside the file if it is damaged.
          """,
          count: backup.itemCount
        )
      )
    }
  }
}
