import ComposableGtk
import Testing

@Reducer
private struct Inner {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var text = ""
    var count = 0
    @Presents var alert: AlertState<Answer>?
    @Presents var detail: Deep.State?
    var path = StackState<Deep.State>()
  }

  @CasePathable
  enum Answer: Equatable, Sendable { case yes }

  enum Action: BindableAction {
    case alert(PresentationAction<Answer>)
    case binding(BindingAction<State>)
    case countChanged(Int)
    case detail(PresentationAction<Deep.Action>)
    case path(StackActionOf<Deep>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .countChanged(let count) = action { state.count = count }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$detail, action: \.detail) { Deep() }
    .forEach(\.path, action: \.path) { Deep() }
  }
}

@Reducer
private struct Deep {
  @ObservableState
  struct State: Equatable { var text = "" }
  enum Action: BindableAction { case binding(BindingAction<State>) }
  var body: some ReducerOf<Self> { BindingReducer() }
}

@Reducer
private struct Outer {
  @ObservableState
  struct State: Equatable {
    @Presents var child: Inner.State?
    var rows: IdentifiedArrayOf<Inner.State> = [Inner.State(id: 1), Inner.State(id: 2)]
  }

  enum Action {
    case child(PresentationAction<Inner.Action>)
    case clear
    case rows(IdentifiedActionOf<Inner>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .clear = action {
        state.child = nil
        state.rows = []
      }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Inner() }
    .forEach(\.rows, action: \.rows) { Inner() }
  }
}

extension ComposableGtkTests {
  /// A control that writes after the state of its store has gone, changes nothing and is not
  /// reported.
  @MainActor
  struct LateWriteTests {
    private func makeStores() throws -> (parent: StoreOf<Outer>, child: StoreOf<Inner>) {
      var child = Inner.State()
      child.alert = AlertState { TextState("Sure?") }
      child.detail = Deep.State()
      child.path.append(Deep.State())
      let parent = Store(initialState: Outer.State(child: child)) { Outer() }
      return (parent, try #require(parent.scope(state: \.child, action: \.child)))
    }

    @Test func `a property of a presented feature`() throws {
      let (parent, child) = try makeStores()
      @Bindable var store = child
      let binding = $store.text
      parent.send(.clear)
      binding.wrappedValue = "late"
      #expect(child.text == "" && binding.wrappedValue == "")
    }

    @Test func `a property that sends an action`() throws {
      let (parent, child) = try makeStores()
      @Bindable var store = child
      let binding: Binding<Int> = $store.count.sending(\.countChanged)
      binding.wrappedValue = 1
      #expect(child.count == 1)
      parent.send(.clear)
      binding.wrappedValue = 2
      #expect(binding.wrappedValue == 1)
    }

    @Test func `a presentation of a presented feature`() throws {
      let (parent, child) = try makeStores()
      @Bindable var store = child
      let labelled = $store.scope(state: \.detail, action: \.detail)
      let unlabelled = $store.scope(\.detail, action: \.detail)
      let projected = $store.scope(state: \.$detail, action: \.detail)
      parent.send(.clear)
      labelled.wrappedValue = nil
      unlabelled.wrappedValue = nil
      projected.wrappedValue = nil
      #expect(parent.child == nil)
    }

    @Test func `an alert of a presented feature`() throws {
      let (parent, child) = try makeStores()
      @Bindable var store = child
      let alert = $store.scope(state: \.alert, action: \.alert)
      parent.send(.clear)
      alert.wrappedValue = nil
      #expect(parent.child == nil)
    }

    @Test func `a property two layers below what has gone`() throws {
      let (parent, child) = try makeStores()
      let detail = try #require(child.scope(state: \.detail, action: \.detail))
      @Bindable var store = detail
      let binding = $store.text
      parent.send(.clear)
      binding.wrappedValue = "late"
      #expect(detail.text == "")
    }

    @Test func `a property of a row that has been removed`() throws {
      let (parent, _) = try makeStores()
      let row = try #require(Array(parent.scope(state: \.rows, action: \.rows)).first)
      @Bindable var store = row
      let binding = $store.text
      let count: Binding<Int> = $store.count.sending(\.countChanged)
      parent.send(.clear)
      binding.wrappedValue = "late"
      count.wrappedValue = 1
      #expect(row.text == "" && row.count == 0)
    }

    @Test func `a page of a stack in a feature that has gone`() throws {
      let (parent, child) = try makeStores()
      let path = child.scope(state: \.path, action: \.path)
      let page = try #require(path.element(id: path.ids[0]))
      @Bindable var store = page
      let binding = $store.text
      parent.send(.clear)
      binding.wrappedValue = "late"
      #expect(page.text == "")
    }

    @Test func `the bindings of hand-built pages`() throws {
      let (parent, child) = try makeStores()
      @UIBindable var store = child
      let text = $store.text
      let count: UIBinding<Int> = $store.count.sending(\.countChanged)
      let detail = $store.scope(state: \.detail, action: \.detail)
      parent.send(.clear)
      text.wrappedValue = "late"
      count.wrappedValue = 1
      detail.wrappedValue = nil
      #expect(child.text == "" && child.count == 0)
    }

    @Test func `an action that code sends too late is reported`() throws {
      let (parent, child) = try makeStores()
      parent.send(.clear)
      withKnownIssue { child.send(.countChanged(1)) }
      #expect(child.count == 0)
    }

    @Test func `what a write in time sets off is reported as ever`() throws {
      let (parent, child) = try makeStores()
      let late = try #require(child.scope(state: \.detail, action: \.detail))
      @Bindable var store = child
      $store.scope(state: \.detail, action: \.detail).wrappedValue = nil
      withKnownIssue { late.send(.binding(.set(\.text, "late"))) }
      #expect(parent.child?.detail == nil)
    }
  }
}
