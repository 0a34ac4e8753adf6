import ComposableGtk
import GtkKit
import Testing

@Reducer
private struct HallFeature {
  @Reducer
  enum Destination {
    case sheet(PageFeature)
    case popover(PageFeature)
    case cover(PageFeature)
    case page(PageFeature)
    case empty
    case alert(AlertState<Reply>)
    case dialog(ConfirmationDialogState<Reply>)

    @CasePathable
    enum Reply { case yes }
  }
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Presents var single: PageFeature.State?
    var log: [String] = []
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case single(PresentationAction<PageFeature.Action>)
    case set(Destination.State?)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.alert(.yes))): state.log.append("alert")
      case .destination(.presented(.dialog(.yes))): state.log.append("dialog")
      case .destination(.dismiss): state.log.append("dismiss")
      case .destination, .single: break
      case .set(let destination): state.destination = destination
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$single, action: \.single) { PageFeature() }
  }
}
extension HallFeature.Destination.State: Equatable {}

/// Binds everything by the storage of its state.
private struct HallView: View {
  @Bindable var store: StoreOf<HallFeature>

  var body: some View {
    NavigationStack(
      path: .constant(
        Store(initialState: StackState<Int>()) { EmptyReducer<_, StackAction<Int, Never>>() }
      )
    ) {
      // GTK complains of a popover where nothing in the window can have the focus.
      Button("Hall") {}
        .sheet(item: $store.scope(state: \.$destination, action: \.destination).sheet) { store in
          PageText(store: store)
        }
        .popover(item: $store.scope(state: \.$destination, action: \.destination).popover) {
          store in PageText(store: store)
        }
        .fullScreenCover(item: $store.scope(state: \.$destination, action: \.destination).cover) {
          store in PageText(store: store)
        }
        .navigationDestination(
          item: $store.scope(state: \.$destination, action: \.destination).page
        ) { store in
          PageText(store: store)
        }
        .alert($store.scope(state: \.$destination, action: \.destination).alert)
        .confirmationDialog($store.scope(state: \.$destination, action: \.destination).dialog)
    } destination: { _ in
      Text("")
    }
  }
}

private struct PageText: View {
  let store: StoreOf<PageFeature>
  var body: some View { Text("\(store.name) \(store.count)") }
}

extension ComposableGtkTests {
  @MainActor
  struct StoreBindingTests {
    private let store = Store(initialState: HallFeature.State()) { HallFeature() }

    private var binding: Bindable<StoreOf<HallFeature>> { Bindable(wrappedValue: store) }

    @Test func `the storage of a presented feature gives a binding to its store`() {
      let single = binding.scope(state: \.$single, action: \.single)
      #expect(single.wrappedValue == nil)
    }

    @Test func `the cases of a presented enum are members of the binding`() throws {
      let destination = binding.scope(state: \.$destination, action: \.destination)
      #expect(destination.sheet.wrappedValue == nil)

      store.send(.set(.sheet(PageFeature.State(name: "Sheet"))))
      let sheet = try #require(destination.sheet.wrappedValue)
      sheet.send(.increment)
      #expect(store.destination?.sheet?.count == 1)
      #expect(sheet.count == 1)
      #expect(destination.popover.wrappedValue == nil)
      #expect(destination.alert.wrappedValue == nil)
      #expect(destination.sheet.wrappedValue == sheet)
    }

    @Test func `writing nil to the case that is presented dismisses it, to another does nothing`() {
      let destination = binding.scope(state: \.$destination, action: \.destination)
      store.send(.set(.page(PageFeature.State(name: "Page"))))
      destination.sheet.wrappedValue = nil
      destination.alert.wrappedValue = nil
      #expect(store.log.isEmpty)
      destination.page.wrappedValue = nil
      destination.page.wrappedValue = nil
      #expect(store.log == ["dismiss"])
      #expect(store.destination == nil)
    }

    @Test func `an alert and a dialog with the same actions are told apart`() throws {
      let destination = binding.scope(state: \.$destination, action: \.destination)
      store.send(.set(.alert(AlertState { TextState("Sure?") })))
      try #require(destination.alert.wrappedValue).send(.yes)
      #expect(store.destination == nil)
      store.send(.set(.dialog(ConfirmationDialogState { TextState("Which?") })))
      #expect(destination.alert.wrappedValue == nil)
      try #require(destination.dialog.wrappedValue).send(.yes)
      #expect(store.destination == nil)
      #expect(store.log == ["alert", "dialog"])
    }

    @Test func `all forms of presentation take such a binding`() async throws {
      #expect(Display.isAvailable, "No display: run under a virtual one")
      let window = TestWindow(HallView(store: store))
      defer { window.close() }
      #expect(await eventually { window.content.visibleTexts.contains("Hall") })

      let forms: [(HallFeature.Destination.State, String)] = [
        (.sheet(PageFeature.State(name: "Sheet")), "Sheet 0"),
        (.alert(AlertState { TextState("Sure?") }), "Sure?"),
        (.dialog(ConfirmationDialogState { TextState("Which?") }), "Which?"),
      ]
      for (state, text) in forms {
        store.send(.set(state))
        #expect(await eventually { dialogs.flatMap(\.visibleTexts).contains(text) })
        store.send(.set(nil))
        #expect(await eventually { dialogs.isEmpty })
      }
      store.send(.set(.popover(PageFeature.State(name: "Popover"))))
      #expect(
        await eventually {
          window.window.widget.openPopovers.flatMap(\.visibleTexts).contains("Popover 0")
        }
      )
      store.send(.set(nil))
      #expect(await eventually { window.window.widget.openPopovers.isEmpty })
      store.send(.set(.cover(PageFeature.State(name: "Cover"))))
      #expect(await eventually { windows.flatMap(\.visibleTexts).contains("Cover 0") })
      store.send(.set(nil))
      #expect(await eventually { !windows.flatMap(\.visibleTexts).contains("Cover 0") })
      store.send(.set(.page(PageFeature.State(name: "Page"))))
      #expect(await eventually { window.content.visibleTexts.contains("Page 0") })
      store.send(.set(nil))
      #expect(await eventually { window.content.visibleTexts == ["Hall"] })
    }
  }
}
