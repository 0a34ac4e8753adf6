#if GTK
  import ComposableGtk
  import ComposableGtkTestSupport
  import Testing

  // What the documents leave out: the views that their snippets refer to.

  /// The suite of all tests that show the documents' views: one at a time, on the main actor.
  @MainActor @Suite(.serialized)
  struct SeedViewTests {}

  /// Shows a view in a window for the time of a test.
  @MainActor
  func withWindow(
    _ view: some View,
    _ body: (TestWindow) async throws -> Void
  ) async rethrows {
    let window = TestWindow(view)
    defer { window.close() }
    try await body(window)
  }

  struct AddView: View {
    let store: StoreOf<AddFeature>
    var body: some View {
      Text("Add").navigationTitle("Add")
    }
  }

  struct DetailView: View {
    let store: StoreOf<DetailFeature>
    var body: some View {
      VStack {
        Text("Detail \(store.count)")
        Button("Increment") { store.send(.incrementButtonTapped) }
      }
      .navigationTitle("Detail")
    }
  }

  struct EditView: View {
    let store: StoreOf<EditFeature>
    var body: some View {
      Text("Edit \(store.item.name)").navigationTitle("Edit")
    }
  }

  struct ItemFormView: View {
    let store: StoreOf<ItemFormFeature>
    var body: some View {
      Text("Form of \(store.name)").navigationTitle("Form")
    }
  }

  struct ScreenAView: View {
    let store: StoreOf<ScreenA>
    var body: some View { Text("Screen A").navigationTitle("A") }
  }

  struct ScreenBView: View {
    let store: StoreOf<ScreenB>
    var body: some View { Text("Screen B").navigationTitle("B") }
  }

  struct ScreenCView: View {
    let store: StoreOf<ScreenC>
    var body: some View { Text("Screen C").navigationTitle("C") }
  }
#endif
