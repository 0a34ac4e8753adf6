import ComposableGtk
import GtkKit
import Testing

private typealias Path = StackState<BookFeature.Path.State>

private func page(_ name: String) -> BookFeature.Path.State { .page(PageFeature.State(name: name)) }

/// A kind of change of the path, and what must come of it.
struct PathMutation: CustomTestStringConvertible, Sendable {
  fileprivate let name: String
  fileprivate var start = ["One", "Two", "Three"]
  fileprivate let change: @Sendable (inout StackState<BookFeature.Path.State>) -> Void
  /// The pages afterwards, from the bottom up.
  fileprivate let pages: [String]
  /// `nil` where the page on top stays.
  fileprivate let transition: GtkStackTransitionType?
  /// The pages that must not have been made anew.
  fileprivate let kept: [String]

  var testDescription: String { name }

  static let all = [
    PathMutation(
      name: "push",
      change: { $0.append(page("Four")) },
      pages: ["One", "Two", "Three", "Four"],
      transition: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT,
      kept: ["One", "Two", "Three"]
    ),
    PathMutation(
      name: "push of several",
      start: [],
      change: { $0.append(contentsOf: ["A", "B", "C"].map(page)) },
      pages: ["A", "B", "C"],
      transition: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT,
      kept: []
    ),
    PathMutation(
      name: "pop",
      change: { $0.removeLast() },
      pages: ["One", "Two"],
      transition: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT,
      kept: ["One", "Two"]
    ),
    PathMutation(
      name: "pop to",
      change: { $0.pop(to: $0.ids[0]) },
      pages: ["One"],
      transition: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT,
      kept: ["One"]
    ),
    PathMutation(
      name: "pop from",
      change: { $0.pop(from: $0.ids[1]) },
      pages: ["One"],
      transition: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT,
      kept: ["One"]
    ),
    PathMutation(
      name: "pop to root",
      change: { $0.removeAll() },
      pages: [],
      transition: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT,
      kept: []
    ),
    PathMutation(
      name: "replace the top",
      change: { path in
        path.removeLast()
        path.append(page("New"))
      },
      pages: ["One", "Two", "New"],
      transition: GTK_STACK_TRANSITION_TYPE_CROSSFADE,
      kept: ["One", "Two"]
    ),
    PathMutation(
      name: "insert in the middle",
      change: { $0.insert(page("Between"), at: 1) },
      pages: ["One", "Between", "Two", "Three"],
      transition: nil,
      kept: ["One", "Two", "Three"]
    ),
    PathMutation(
      name: "remove from the middle",
      change: { $0.remove(at: 1) },
      pages: ["One", "Three"],
      transition: nil,
      kept: ["One", "Three"]
    ),
    PathMutation(
      name: "reorder below the top",
      change: { path in
        let first = path.remove(at: 0)
        path.insert(first, at: 1)
      },
      pages: ["Two", "One", "Three"],
      transition: nil,
      kept: ["Two", "Three"]
    ),
    PathMutation(
      name: "bring a lower page to the top",
      change: { path in
        let (ids, states) = (Array(path.ids), Array(path))
        path.removeAll()
        for index in [1, 2, 0] { path[id: ids[index]] = states[index] }
      },
      pages: ["Two", "Three", "One"],
      transition: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT,
      kept: ["One", "Two", "Three"]
    ),
    PathMutation(
      name: "a whole new stack",
      change: { $0 = Path(["X", "Y"].map(page)) },
      pages: ["X", "Y"],
      transition: GTK_STACK_TRANSITION_TYPE_CROSSFADE,
      kept: []
    ),
    PathMutation(
      name: "a whole new stack that is longer",
      change: { $0 = Path(["W", "X", "Y", "Z"].map(page)) },
      pages: ["W", "X", "Y", "Z"],
      transition: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT,
      kept: []
    ),
    PathMutation(
      name: "several changes before one frame",
      change: { path in
        path.removeLast()
        path.append(page("Passing"))
        path.removeLast()
        path.insert(page("First"), at: 0)
        path.append(page("Last"))
        path.remove(at: 1)
      },
      pages: ["First", "Two", "Last"],
      transition: GTK_STACK_TRANSITION_TYPE_CROSSFADE,
      kept: ["Two"]
    ),
  ]
}

private struct MutationView: View {
  @Bindable var store: StoreOf<BookFeature>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      Text("Root").navigationTitle("Root")
    } destination: { store in
      switch store.case {
      case .page(let store), .other(let store): Text(store.name).navigationTitle(store.name)
      }
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct PathMutationTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    private func makeStore(_ names: [String]) -> StoreOf<BookFeature> {
      Store(initialState: BookFeature.State(path: StackState(names.map(page)))) { BookFeature() }
    }

    /// The texts of all pages, hidden ones too.
    private func texts(_ window: TestWindow) -> [String: WidgetPointer] {
      let labels = window.content.family.filter { $0.isA(gtk_label_get_type()) }
      return Dictionary(
        labels.map { (String(cString: gtk_label_get_text(OpaquePointer($0))), $0) },
        uniquingKeysWith: { first, _ in first }
      )
    }

    /// The titles of the pages in the back button's menu, from the bottom up, and of the page on
    /// top.
    private func order(in window: TestWindow) throws -> [String] {
      guard let back = window.headerBar.widget.button(icon: "go-previous-symbolic") else {
        return [window.window.title]
      }
      back.press(button: guint(GDK_BUTTON_SECONDARY))
      let popover = try #require(back.family.first { $0.isA(gtk_popover_get_type()) })
      let below = popover.family.filter { $0.isA(gtk_button_get_type()) }
        .map { $0.visibleTexts.joined() }
      gtk_popover_popdown(popover.cast())
      return below.reversed() + [window.window.title]
    }

    @Test(arguments: PathMutation.all)
    func `each change of the path ends in its pages with one transition`(_ mutation: PathMutation)
      async throws
    {
      let store = makeStore(mutation.start)
      let window = TestWindow(MutationView(store: store))
      defer { window.close() }
      #expect(await eventually { window.window.title == mutation.start.last ?? "Root" })
      let stack = try #require(window.stack)
      let before = texts(window)
      var changes = 0
      Signal.connect(stack, notify: "visible-child") { changes += 1 }

      var path = store.path
      mutation.change(&path)
      store.send(.set(path))
      updateViewsNow()

      #expect(changes == (mutation.transition == nil ? 0 : 1))
      if let transition = mutation.transition {
        #expect(gtk_stack_get_transition_type(OpaquePointer(stack)) == transition)
        #expect(!window.stackIsStill)
      }
      #expect(window.window.title == mutation.pages.last ?? "Root")
      #expect(
        await eventually { window.stackIsStill && window.pageCount == mutation.pages.count + 1 }
      )
      #expect(try order(in: window) == ["Root"] + mutation.pages)
      let after = texts(window)
      for name in mutation.kept { #expect(after[name] == before[name]) }
      #expect(changes == (mutation.transition == nil ? 0 : 1))
    }

    @Test func `with animations turned off pages change at once, and on again they move`()
      async throws
    {
      defer { DesktopSettings.areAnimationsEnabled = true }
      let store = makeStore(["One"])
      let window = TestWindow(MutationView(store: store))
      defer { window.close() }
      #expect(await eventually { window.window.title == "One" })
      DesktopSettings.areAnimationsEnabled = false
      store.send(.set(StackState()))
      updateViewsNow()
      #expect(window.stackIsStill && window.pageCount == 1)
      DesktopSettings.areAnimationsEnabled = true
      store.send(.set(StackState([page("Two")])))
      updateViewsNow()
      #expect(!window.stackIsStill)
      // In the middle of a transition: what leaves goes as soon as the next change.
      DesktopSettings.areAnimationsEnabled = false
      store.send(.set(StackState()))
      updateViewsNow()
      #expect(window.stackIsStill && window.pageCount == 1)
    }

    @Test func `a change in the middle of a transition leads straight to the new path`()
      async throws
    {
      let store = makeStore(["One", "Two"])
      let window = TestWindow(MutationView(store: store))
      defer { window.close() }
      #expect(await eventually { window.window.title == "Two" })
      let stack = try #require(window.stack)
      gtk_stack_set_transition_duration(OpaquePointer(stack), 60_000)
      let all = store.path
      store.send(.set(StackState()))
      updateViewsNow()
      store.send(.set(all))
      updateViewsNow()
      #expect(window.window.title == "Two")
      store.send(.set(StackState([page("Three")])))
      updateViewsNow()
      #expect(window.window.title == "Three")
      gtk_stack_set_transition_duration(OpaquePointer(stack), 1)
      store.send(.set(StackState()))
      updateViewsNow()
      #expect(await eventually { window.pageCount == 1 && window.content.visibleTexts == ["Root"] })
    }
  }
}
