import ComposableArchitecture
import Foundation
import Testing

/// That neither depth nor size of state overflows the stack, also not that of a small thread.
@Suite(.timeLimit(.minutes(20)))
struct DepthTests {
  /// Runs an operation on a thread with a stack of 512 KiB, which is the size of all stacks but the
  /// first on some systems.
  private func onSmallThread(
    stackSize: Int = 512 << 10,
    _ operation: @escaping @Sendable () -> Void
  ) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        operation()
        continuation.resume()
      }
      thread.stackSize = stackSize
      thread.start()
    }
  }

  private static func nested(_ depth: Int, _ kind: FeatureNodeTests.ChildKind) -> Tree.State {
    var state = Tree.State()
    for id in 0..<depth {
      var parent = Tree.State(id: id)
      kind.insert(state, into: &parent)
      state = parent
    }
    return state
  }

  @Test
  func `a stack of 10,000 features, each with a sheet`() async {
    await onSmallThread {
      var state = Tree.State()
      for id in 0..<10_000 { state.path.append(Tree.State(id: id, sheet: Tree.State())) }
      let copy = state
      state.path.removeAll()
      #expect(copy.path.count == 10_000)
    }
  }

  @Test(arguments: FeatureNodeTests.ChildKind.allCases)
  func `features that present each other, 1,000 deep, are presented and dismissed`(
    kind: FeatureNodeTests.ChildKind
  ) async {
    await onSmallThread {
      let state = Self.nested(1_000, kind)
      var other = state
      other.ticks = 1
      #expect(other.ticks != state.ticks)
    }
  }

  @Test
  @MainActor
  func `a store of features that present each other, 1,000 deep`() {
    let store = Store(initialState: Self.nested(1_000, .sheet)) { Tree() }
    store.send(.tick)
    #expect(store.ticks == 1)
    store.send(.change { $0.sheet = nil })
    #expect(store.sheet == nil)
  }

  @Test
  func `a state of 64 KiB in an enum`() async {
    // Without optimisation this function needs more than 400 KiB of stack to create and match the
    // state.
    await onSmallThread(stackSize: 768 << 10) {
      let reducer = Large()
      var state = Large.State.big(Large.Big.State())
      _ = reducer.reduce(into: &state, action: .big(.increment))
      _ = reducer.reduce(into: &state, action: .big(.increment))
      guard case .big(let big) = state else {
        Issue.record("Expected the large case.")
        return
      }
      #expect(big.values.first == 2)
      _ = reducer.reduce(into: &state, action: .toggle)
      _ = reducer.reduce(into: &state, action: .toggle)
    }
  }

  @Test
  @MainActor
  func `a store of a state of 64 KiB in an enum`() {
    let store = Store(initialState: Large.State.big(Large.Big.State())) { Large() }
    let big = store.scope(state: \.big, action: \.big)
    big?.send(.increment)
    #expect(big?.values.first == 1)
    store.send(.toggle)
    #expect(store.scope(state: \.big, action: \.big) == nil)
  }
}

/// A feature with a case of 64 KiB.
@Reducer
private struct Large {
  @Reducer
  struct Big {
    @ObservableState
    struct State {
      var values = Values()
    }
    enum Action { case increment }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.values.first += 1
        return .none
      }
    }
  }

  /// 64 KiB, all of them in the value itself.
  struct Values {
    var storage = InlineArray<8192, Int>(repeating: 0)
    var first: Int {
      get { storage[0] }
      set { storage[0] = newValue }
    }
  }

  @CasePathable
  @dynamicMemberLookup
  @ObservableState
  enum State {
    case small
    case big(Big.State)
  }
  enum Action {
    case big(Big.Action)
    case toggle
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .toggle = action {
        if case .small = state { state = .big(Big.State()) } else { state = .small }
      }
      return .none
    }
    .ifCaseLet(\.big, action: \.big) { Big() }
  }
}
