import ComposableGtk
import Testing

@Reducer
private struct MuseumFeature {
  @Reducer
  enum Destination {
    case guide(PageFeature)
    case alert(AlertState<Never>)
  }
  @Reducer
  enum Path { case room(PageFeature) }
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Presents var single: PageFeature.State?
    var path = StackState<Path.State>()
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Path>)
    case single(PresentationAction<PageFeature.Action>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$destination, action: \.destination)
      .ifLet(\.$single, action: \.single) { PageFeature() }
      .forEach(\.path, action: \.path)
  }
}
extension MuseumFeature.Destination.State: Equatable {}
extension MuseumFeature.Path.State: Equatable {}

extension ComposableGtkTests {
  /// Bindings to scoped stores without the label `state:`.
  @MainActor
  struct UnlabelledScopeTests {
    @Bindable private var store = Store(
      initialState: MuseumFeature.State(
        destination: .guide(PageFeature.State(name: "Guide")),
        single: PageFeature.State(name: "Single"),
        path: StackState([.room(PageFeature.State(name: "Room"))])
      )
    ) {
      MuseumFeature()
    }

    @Test func `the binding to a stack's store is the one that the labelled form gives`() {
      let path = $store.scope(\.path, action: \.path)
      #expect(path.wrappedValue == $store.scope(state: \.path, action: \.path).wrappedValue)
    }

    @Test func `writing nil to the binding to a presented store dismisses it`() throws {
      let single = $store.scope(\.single, action: \.single)
      try #require(single.wrappedValue).send(.increment)
      #expect(store.single?.count == 1)
      single.wrappedValue = nil
      #expect(store.single == nil)
      #expect($store.scope(\.$single, action: \.single).wrappedValue == nil)
    }

    @Test func `the cases of a presented enum are members of the binding`() throws {
      let destination = $store.scope(\.$destination, action: \.destination)
      try #require(destination.guide.wrappedValue).send(.increment)
      #expect(store.destination?.guide?.count == 1)
      #expect(destination.alert.wrappedValue == nil)
      let guide = $store.scope(\.destination?.guide, action: \.destination.guide)
      #expect(guide.wrappedValue?.count == 1)
      guide.wrappedValue = nil
      #expect(store.destination == nil)
    }
  }
}
