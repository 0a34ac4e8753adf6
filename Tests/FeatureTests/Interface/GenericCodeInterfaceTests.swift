import ComposableArchitecture
import Foundation
import Testing

/// Generic code about features and cases, as libraries on top of the architecture write it.
@MainActor
@Suite
struct GenericCodeInterfaceTests {
  @Reducer
  struct Kiln {
    @ObservableState
    struct State: Equatable { var degrees = 20 }
    enum Action { case heated(by: Int) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .heated(let degrees) = action { state.degrees += degrees }
        return .none
      }
    }
  }

  @Reducer
  enum Workshop {
    case kiln(Kiln)
  }

  /// The reducer of any enum of features, from the type of its state.
  private func reducer<S: CaseReducerState>(
    of _: S.Type
  ) -> some Reducer<S, S.StateReducer.Action> {
    S.StateReducer.body
  }

  /// The state of any enum of features, from the type of its reducer.
  private func name<R: CaseReducer>(of _: R.Type) -> String {
    "\(R.State.StateReducer.self)"
  }

  @Test func `the reducer of an enum of features follows from its state, and the other way`() {
    let store = Store(initialState: Workshop.State.kiln(Kiln.State())) {
      reducer(of: Workshop.State.self)
    }
    store.send(.kiln(.heated(by: 5)))
    #expect(store.withState { $0[case: \.kiln]?.degrees } == 25)
    #expect(name(of: Workshop.self) == "Workshop")
  }

  @CasePathable
  enum Glaze: Equatable {
    case matte(Int)
    case none
  }

  @Test func `a case is made from two functions, or from a key path`() throws {
    let halves = Case<Int>(
      embed: { Glaze.matte($0) },
      extract: { if case .matte(let layers) = $0 { layers } else { nil } }
    )
    let whole = Case<Int>(\Glaze.Cases.matte)
    _ = (halves, whole)
    #expect(AnyCasePath(\Glaze.Cases.matte).extract(from: .matte(3)) == 3)
  }

  @Test func `an optional value is changed in a test, and its absence fails it`() {
    var layers: Int? = 2
    XCTModify(&layers) { $0 += 1 }
    #expect(layers == 3)
    layers = nil
    withKnownIssue {
      XCTModify(&layers) { $0 += 1 }
    } matching: {
      $0.comments.contains { $0.rawValue.contains(#"it is "nil""#) }
    }
    #expect(layers == nil)
  }

  @Test func `ids of a stack are made by a dependency`() {
    @Dependency(\.stackElementID) var stackElementID
    var path = StackState<Int>()
    let upcoming = stackElementID.peek()
    path[id: stackElementID.next()] = 10
    path.append(11)
    #expect(path.ids.first == upcoming)
    #expect(Array(path.ids) == [0, 1])
    #expect(stackElementID() == 2)
    let fixed = withDependencies {
      $0.stackElementID = StackElementIDGenerator(next: { 9 }, peek: { 9 })
    } operation: {
      stackElementID.next()
    }
    #expect(fixed == 9)
  }

  /// A state whose conformance is written by hand.
  struct Shelf: ObservableState {
    var _$id: ObservableStateID { ._$inert }
    mutating func _$willModify() {}
  }

  private func willModify<S: ObservableState>(_ state: inout S) { state._$willModify() }

  @Test func `a state announces its modification, if its conformance is written by hand, too`() {
    var shelf = Shelf()
    willModify(&shelf)
    var kiln = Kiln.State()
    kiln._$willModify()
    #expect(kiln == Kiln.State())
  }

  @Test func `a text contains what a formatter writes`() {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "de_DE")
    formatter.numberStyle = .decimal
    #expect(
      TextState("At \(1280 as NSNumber, formatter: formatter) degrees")
        == TextState("At 1.280 degrees")
    )
  }
}
