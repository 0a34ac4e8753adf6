import ComposableArchitecture
import Foundation
import Testing

/// A telegraph line between lighthouses.
@DependencyClient
struct TelegraphLine: Sendable {
  /// Names a line. Each of two lighthouses has one.
  struct Name: Hashable, Sendable {
    var island: String
  }

  @CasePathable
  enum Change {
    case clear(operatorName: String?)
    case cut(atMile: Int)
  }

  enum Signal: Equatable, Sendable {
    case noise(Data)
    case words(String)
  }

  var tap: @Sendable (_ line: Name, _ codes: [String]) async -> AsyncStream<Change> = { _, _ in
    .finished
  }
  var listen: @Sendable (_ line: Name) async throws -> AsyncStream<Result<Signal, any Error>>
  var key: @Sendable (_ line: Name, _ signal: Signal) async throws -> Void
  var knock: @Sendable (_ line: Name) async throws -> Void
}

extension TelegraphLine: TestDependencyKey {
  static var testValue: Self { Self() }
}

extension DependencyValues {
  var telegraph: TelegraphLine {
    get { self[TelegraphLine.self] }
    set { self[TelegraphLine.self] = newValue }
  }
}

/// The telegraph room of a lighthouse: what comes over the line, and what is sent.
@Reducer
struct TelegraphRoom {
  @ObservableState
  struct State: Equatable {
    enum Line: Equatable {
      case asleep
      case waking
      case awake
    }
    var draft = ""
    var line = Line.asleep
    var logbook: [String] = []
    @Presents var warning: AlertState<Action.Warning>?
  }

  enum Action {
    case draftWritten(String)
    case heard(Result<TelegraphLine.Signal, any Error>)
    case keyPressed
    case keyed(wasSent: Bool)
    case lampSwitched(isOn: Bool)
    case line(TelegraphLine.Change)
    case warning(PresentationAction<Warning>)

    enum Warning: Equatable {}
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.telegraph) var telegraph

  private static let line = TelegraphLine.Name(island: "Skerry")

  var body: some ReducerOf<Self> {
    Reduce { room, action in
      switch action {
      case .draftWritten(let draft):
        room.draft = draft
        return .none

      case .heard(.success(.words(let words))):
        room.logbook.append(words)
        return .none

      case .heard(.success(.noise)), .heard(.failure), .warning, .keyed(wasSent: true):
        return .none

      case .keyPressed:
        let words = room.draft
        return .run { send in
          try await telegraph.key(line: Self.line, signal: .words(words))
          await send(.keyed(wasSent: true))
        } catch: { _, send in
          await send(.keyed(wasSent: false))
        }

      case .keyed(wasSent: false):
        room.warning = AlertState { TextState("The line is dead. Light the beacon instead.") }
        return .none

      case .lampSwitched(isOn: false):
        room.line = .asleep
        return .cancel(id: Self.line)

      case .lampSwitched(isOn: true):
        guard room.line == .asleep else { return .none }
        room.line = .waking
        return .run { send in await operate(send) }.cancellable(id: Self.line)

      case .line(.clear):
        room.line = .awake
        return .none

      case .line(.cut):
        room.line = .asleep
        return .cancel(id: Self.line)
      }
    }
    .ifLet(\.$warning, action: \.warning)
  }

  /// Follows the line, and listens and knocks while it is clear.
  private func operate(_ send: Send<Action>) async {
    await withThrowingTaskGroup(of: Void.self) { duties in
      for await change in await telegraph.tap(line: Self.line, codes: ["Morse"]) {
        await send(.line(change))
        guard change.is(\.clear) else { break }
        duties.addTask {
          for await signal in try await telegraph.listen(line: Self.line) {
            await send(.heard(signal))
          }
        }
        duties.addTask {
          for await _ in clock.timer(interval: .seconds(20)) {
            try await telegraph.knock(line: Self.line)
          }
        }
      }
      duties.cancelAll()
    }
  }
}

@MainActor
struct TelegraphTests {
  @Test func `a line that is clear is listened to, knocked on and used`() async {
    let changes = AsyncStream.makeStream(of: TelegraphLine.Change.self)
    let signals = AsyncStream.makeStream(of: Result<TelegraphLine.Signal, any Error>.self)
    let keyed = LockIsolated<[TelegraphLine.Signal]>([])
    let knocks = LockIsolated(0)
    let clock = TestClock()

    let store = TestStore(initialState: TelegraphRoom.State()) {
      TelegraphRoom()
    } withDependencies: {
      $0.continuousClock = clock
      $0.telegraph.tap = { @Sendable _, _ in changes.stream }
      $0.telegraph.listen = { @Sendable _ in signals.stream }
      $0.telegraph.key = { @Sendable _, signal in keyed.withValue { $0.append(signal) } }
      $0.telegraph.knock = { @Sendable _ in knocks.withValue { $0 += 1 } }
    }

    await store.send(\.lampSwitched, true) { $0.line = .waking }
    changes.continuation.yield(.clear(operatorName: "Ida"))
    await store.receive(\.line.clear) { $0.line = .awake }
    signals.continuation.yield(.success(.noise(Data([7]))))
    await store.receive(\.heard.success)
    signals.continuation.yield(.success(.words("Fog from the west")))
    await store.receive(\.heard.success) { $0.logbook = ["Fog from the west"] }
    await clock.advance(by: .seconds(40))
    #expect(knocks.value == 2)

    await store.send(.draftWritten("Understood")) { $0.draft = "Understood" }
    await store.send(.keyPressed)
    await store.receive(\.keyed, true)
    keyed.withValue { expectNoDifference($0, [.words("Understood")]) }

    await store.send(\.lampSwitched, false) { $0.line = .asleep }
    await store.finish()
  }

  @Test func `a line that is cut ends all that goes on over it`() async {
    let changes = AsyncStream.makeStream(of: TelegraphLine.Change.self)
    let store = TestStore(initialState: TelegraphRoom.State()) {
      TelegraphRoom()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.telegraph.tap = { @Sendable _, _ in changes.stream }
      $0.telegraph.listen = { @Sendable _ in .never }
    }
    await store.send(\.lampSwitched, true) { $0.line = .waking }
    await store.send(\.lampSwitched, true)
    changes.continuation.yield(.clear(operatorName: nil))
    await store.receive(\.line.clear) { $0.line = .awake }
    changes.continuation.yield(.cut(atMile: 3))
    await store.receive(\.line.cut, 3) { $0.line = .asleep }
    await store.finish()
  }

  @Test func `words that cannot be sent stay in the draft, with a warning`() async {
    struct Storm: Error {}
    let store = TestStore(initialState: TelegraphRoom.State(draft: "Ship ahoy")) {
      TelegraphRoom()
    } withDependencies: {
      $0.telegraph.key = { @Sendable _, _ in throw Storm() }
    }
    await store.send(.keyPressed)
    await store.receive(\.keyed, false) {
      $0.warning = AlertState { TextState("The line is dead. Light the beacon instead.") }
    }
    await store.send(\.warning.dismiss) { $0.warning = nil }
  }
}
