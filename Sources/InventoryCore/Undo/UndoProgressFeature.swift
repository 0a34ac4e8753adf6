import ComposableArchitecture
import Foundation

/// The sheet that tells how far many items have been taken back, or changed again.
@Reducer
public struct UndoProgressFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let step: UndoFeature.Step
    public var running: RunningTransfer

    public init(_ step: UndoFeature.Step, start: Date) {
      self.step = step
      running = RunningTransfer(start: start)
    }
  }

  public enum Action {
    case cancelButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> { EmptyReducer() }
}
