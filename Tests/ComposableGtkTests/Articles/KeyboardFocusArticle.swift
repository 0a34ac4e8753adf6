import ComposableGtk
import GtkKit
import Testing

/// The code of the article "Keyboard focus".
private enum KeyboardFocusArticle {
  @Reducer
  struct Crossing {
    @ObservableState
    struct State: Equatable {
      enum Field { case origin, destination }

      var origin = ""
      var destination = ""
      var field: Field?
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        if case .binding(\.origin) = action { state.field = .destination }
        return .none
      }
    }
  }

  struct CrossingView: View {
    @Bindable var store: StoreOf<Crossing>
    @FocusState private var field: Crossing.State.Field?

    var body: some View {
      Form {
        TextField("From", text: $store.origin).focused($field, equals: .origin)
        TextField("To", text: $store.destination).focused($field, equals: .destination)
      }
      .bind($store.field, to: $field)
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct KeyboardFocusArticleTests {
    @Test func `a reducer moves the focus from field to field`() async throws {
      typealias Crossing = KeyboardFocusArticle.Crossing
      let store = Store(initialState: Crossing.State()) { Crossing() }
      let window = TestWindow(KeyboardFocusArticle.CrossingView(store: store))
      defer { window.close() }
      let fields = window.content.family.filter { $0.isA(gtk_text_get_type()) }
      try #require(fields.count == 2)
      let root = OpaquePointer(window.window.widget)
      #expect(await eventually { gtk_widget_get_mapped(fields[0]) != 0 })
      gtk_widget_grab_focus(fields[0])
      #expect(await eventually { store.field == .origin })
      gtk_editable_set_text(OpaquePointer(fields[0]), "Harbor")
      #expect(await eventually { gtk_root_get_focus(root) == fields[1] })
      #expect(store.field == .destination)
    }
  }
}
