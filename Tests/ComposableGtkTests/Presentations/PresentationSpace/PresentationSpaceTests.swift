import ComposableGtk
import GtkKit
import Testing

/// A presentation of the product space: how it is presented, what decides it, and how it ends.
struct PresentationCase: Sendable, CustomTestStringConvertible {
  /// What makes a presentation end.
  enum End: String, Sendable {
    case state
    case escape
    case closeButton
    case clickOutside
    case cancelButton
    case answer
    case enter
    /// The presented feature calls `@Dependency(\.dismiss)`.
    case dependency
    /// The presented view calls `@Environment(\.dismiss)`.
    case environment
    /// The page that presents is popped.
    case parentPopped
    case windowClosed
  }

  let kind: PresentationKind
  let source: PresentationSource
  let end: End

  var testDescription: String { "\(kind) from \(source), ended by \(end)" }

  static let all = PresentationKind.allCases.flatMap { kind in
    PresentationSource.allCases.flatMap { source in
      ends(kind, source).map { PresentationCase(kind: kind, source: source, end: $0) }
    }
  }

  private static func ends(_ kind: PresentationKind, _ source: PresentationSource) -> [End] {
    let always: [End] = [.state, .escape, .parentPopped, .windowClosed]
    switch kind {
    case .alert, .dialog:
      return always + [.closeButton, .cancelButton, .answer, .enter]
    case .sheet, .popover, .cover, .page:
      let byUser: End = kind == .popover ? .clickOutside : .closeButton
      // Where a condition presents there is no feature to ask for its dismissal.
      let byFeature: [End] = source == .condition ? [] : [.dependency]
      return always + [byUser, .environment] + byFeature
    }
  }

  /// What is sent when the presentation is dismissed.
  private var dismissal: String {
    switch source {
    case .condition: "setPresented(false)"
    case .enumCase, .enumStorage: "destination.dismiss"
    case .optional, .optionalStorage: kind.isMessage ? "\(kind).dismiss" : "child.dismiss"
    }
  }

  /// What is sent by the presented feature.
  private var prefix: String {
    switch source {
    case .condition: ""
    case .enumCase, .enumStorage: "destination.\(kind)."
    case .optional, .optionalStorage: kind.isMessage ? "\(kind)." : "child."
    }
  }

  /// All actions that are sent, in order.
  var actions: [String] {
    switch end {
    case .state, .windowClosed: []
    case .escape, .closeButton, .clickOutside, .cancelButton, .environment: [dismissal]
    case .dependency: [prefix + "leave", dismissal]
    case .parentPopped: ["popFrom"]
    case .answer: answer("delete")
    case .enter: answer("keep")
    }
  }

  private func answer(_ name: String) -> [String] {
    source == .condition ? [name, dismissal] : [prefix + name]
  }

  /// Puts into the state what is presented.
  var present: @Sendable (inout Presenting.State) -> Void {
    let (kind, source) = (kind, source)
    return { state in
      switch source {
      case .condition: state.isPresented = true
      case .enumCase, .enumStorage: state.destination = .make(kind)
      case .optional, .optionalStorage:
        switch kind {
        case .alert: state.alert = .sure
        case .dialog: state.dialog = .sure
        case .sheet, .popover, .cover, .page: state.child = Presenting.State(name: "Presented")
        }
      }
    }
  }
}

extension Presenting.State {
  /// Presents nothing any more.
  mutating func presentNothing() {
    isPresented = false
    destination = nil
    child = nil
    alert = nil
    dialog = nil
  }
}

extension Presenting.Destination.State {
  static func make(
    _ kind: PresentationKind,
    name: String = "Presented",
    isSticky: Bool = false
  ) -> Self {
    let state = Presenting.State(name: name, isSticky: isSticky)
    return switch kind {
    case .sheet: .sheet(state)
    case .popover: .popover(state)
    case .cover: .cover(state)
    case .page: .page(state)
    case .alert: .alert(.sure)
    case .dialog: .dialog(.sure)
    }
  }

  /// What the presented feature presents in turn.
  var inner: Presenting.Destination.State? {
    get {
      switch self {
      case .sheet(let state), .popover(let state), .cover(let state), .page(let state):
        state.destination
      case .alert, .dialog: nil
      }
    }
    set {
      let newValue = newValue
      switch self {
      case .sheet: modify(\.sheet) { $0.destination = newValue }
      case .popover: modify(\.popover) { $0.destination = newValue }
      case .cover: modify(\.cover) { $0.destination = newValue }
      case .page: modify(\.page) { $0.destination = newValue }
      case .alert, .dialog: break
      }
    }
  }
}

extension AlertState where Action == Presenting.Answer {
  fileprivate static var sure: Self {
    AlertState {
      TextState("Sure?")
    } actions: {
      ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
      ButtonState(action: .keep) { TextState("Keep") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }
}

extension ConfirmationDialogState where Action == Presenting.Answer {
  fileprivate static var sure: Self {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Sure?")
    } actions: {
      ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
      ButtonState(action: .keep) { TextState("Keep") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }
}

extension ComposableGtkTests {
  @MainActor
  struct PresentationSpaceTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
      GLibWarnings.failTests()
    }

    @Test(arguments: PresentationCase.all)
    func `however something is presented and ends, the actions are sent once and nothing remains`(
      _ example: PresentationCase
    ) async throws {
      try await withStage(example.kind, example.source) { stage in
        let handlers = Signal.liveHandlers
        stage.change(example.present)
        #expect(await eventually { stage.screen == [example.kind.onScreen] })
        #expect(stage.log.isEmpty)
        try stage.end(example)
        if example.end == .windowClosed {
          #expect(await eventually { stage.screen.isEmpty })
          #expect(stage.log.isEmpty)
          return
        }
        #expect(
          await eventually { stage.screen.isEmpty && stage.log.count >= example.actions.count }
        )
        // What is sent twice comes late.
        MainLoop.pump()
        #expect(stage.log == example.actions)
        #expect(stage.isPresentingNothing)
        if example.end == .parentPopped {
          #expect(await eventually { stage.window.window.title == "Root" })
        } else {
          #expect(stage.window.window.title == "Presenting")
          #expect(await eventually { Signal.liveHandlers <= handlers })
        }
      }
    }

    /// What users can not close, with a way in which they try.
    nonisolated static let sticky = [PresentationKind.sheet, .popover, .cover].flatMap { kind in
      [true, false].map { (kind, $0) }
    }

    @Test(arguments: sticky)
    func `what may not be closed by the user stays, sends nothing, and goes with the state`(
      kind: PresentationKind,
      isByEscape: Bool
    ) async throws {
      try await withStage(kind, .enumCase) { stage in
        stage.change { $0.destination = .make(kind, isSticky: true) }
        #expect(await eventually { stage.screen == [kind.onScreen] })
        if isByEscape {
          try stage.pressEscape(kind.onScreen)
        } else if kind == .popover {
          gtk_popover_popdown(try stage.widget(kind.onScreen).cast())
        } else {
          try stage.close(kind.onScreen)
        }
        MainLoop.pump()
        #expect(await eventually { stage.screen == [kind.onScreen] })
        #expect(stage.log.isEmpty)
        try #require(try stage.widget(kind.onScreen).button("Close")).click()
        #expect(await eventually { stage.screen.isEmpty })
        #expect(stage.log == ["destination.dismiss"])
      }
    }

    @Test(
      arguments: PresentationKind.allCases,
      PresentationKind.allCases
    )
    func `one presentation takes the place of another without an action`(
      old: PresentationKind,
      new: PresentationKind
    ) async throws {
      for source in [PresentationSource.enumCase, .enumStorage] {
        try await withStage(old, source) { stage in
          stage.change { $0.destination = .make(old) }
          #expect(await eventually { stage.screen == [old.onScreen] })
          let first = ObjectReference(try stage.widget(old.onScreen))
          stage.change { $0.destination = .make(new, name: "Next") }
          // The states of the features have no ids: state in the same case is the same
          // presentation.
          let isSame = old == new && !new.isMessage
          #expect(
            await eventually {
              let widget = stage.widgets(new.onScreen).last
              return stage.screen == [new.onScreen] && (widget == first.widget) == isSame
                && (new.isMessage || widget?.family.contains { $0.labelText == "Next" } == true)
            }
          )
          stage.change { $0.destination = nil }
          #expect(await eventually { stage.screen.isEmpty })
          #expect(stage.log.isEmpty)
        }
      }
    }

    /// What presents from within, with what it presents.
    nonisolated static let nested = [PresentationKind.sheet, .popover, .cover, .page].flatMap {
      outer in
      // A page needs a navigation stack around it, which a popover has none of here.
      PresentationKind.allCases.filter { (outer, $0) != (.popover, .page) }.map { (outer, $0) }
    }

    @Test(arguments: nested)
    func `what is presented presents in turn; the inner one goes alone`(
      outer: PresentationKind,
      inner: PresentationKind
    ) async throws {
      try await withStage(outer, .enumCase) { stage in
        stage.change { $0.destination = .make(outer) }
        #expect(await eventually { stage.screen == [outer.onScreen] })
        stage.change { $0.destination?.inner = .make(inner, name: "Inner") }
        #expect(await eventually { stage.screen == [outer.onScreen, inner.onScreen].sorted() })
        try stage.pressEscape(inner.onScreen)
        #expect(await eventually { stage.screen == [outer.onScreen] })
        #expect(stage.log == ["destination.\(outer).destination.dismiss"])
        try stage.pressEscape(outer.onScreen)
        #expect(await eventually { stage.screen.isEmpty })
        #expect(stage.log.dropFirst() == ["destination.dismiss"])
        #expect(stage.isPresentingNothing)
      }
    }

    @Test(arguments: nested)
    func `what is presented takes all along that it presents, without an action`(
      outer: PresentationKind,
      inner: PresentationKind
    ) async throws {
      try await withStage(outer, .enumCase) { stage in
        // At once, as a deep link does.
        stage.change {
          $0.destination = .make(outer)
          $0.destination?.inner = .make(inner, name: "Inner")
        }
        let screen = [outer.onScreen, inner.onScreen].sorted()
        #expect(await eventually { stage.screen == screen })
        stage.change { $0.destination = nil }
        #expect(await eventually { stage.screen.isEmpty })
        stage.change {
          $0.destination = .make(outer)
          $0.destination?.inner = .make(inner, name: "Inner")
        }
        #expect(await eventually { stage.screen == screen })
        stage.store.send(.path(.popFrom(id: try #require(stage.store.path.ids.last))))
        #expect(await eventually { stage.screen.isEmpty && stage.window.window.title == "Root" })
        #expect(stage.log == ["popFrom"])
      }
    }

    @Test(arguments: nested)
    func `a window closes with everything that is open over it`(
      outer: PresentationKind,
      inner: PresentationKind
    ) async throws {
      try await withStage(outer, .enumCase) { stage in
        stage.change {
          $0.destination = .make(outer)
          $0.destination?.inner = .make(inner, name: "Inner")
        }
        #expect(await eventually { stage.screen == [outer.onScreen, inner.onScreen].sorted() })
        stage.window.close()
        #expect(await eventually { stage.screen.isEmpty })
        #expect(stage.log.isEmpty)
      }
    }

    @Test func `a deep link opens presentations five deep, and they go together`() async throws {
      let kinds: [PresentationKind] = [.page, .sheet, .cover, .popover, .alert]
      try await withStage(.page, .enumCase) { stage in
        stage.change { state in
          state.destination = kinds.reversed().reduce(nil) { inner, kind in
            var destination = Presenting.Destination.State.make(kind, name: "\(kind)")
            destination.inner = inner
            return destination
          }
        }
        #expect(await eventually { stage.screen == kinds.map(\.onScreen).sorted() })
        stage.change { $0.destination = nil }
        #expect(await eventually { stage.screen.isEmpty })
        #expect(stage.log.isEmpty)
      }
    }

    @Test(arguments: [PresentationKind.alert, .dialog])
    func
      `Buttons look like what they do: one that destroys stands out, the one that cancels comes first`(
        kind: PresentationKind
      ) async throws
    {
      try await withStage(kind, .enumCase) { stage in
        stage.change { $0.destination = .make(kind) }
        #expect(await eventually { stage.screen == ["message"] })
        let message = try stage.widget("message")
        let buttons = message.family.filter { $0.isA(gtk_button_get_type()) }
        #expect(buttons.map { $0.visibleTexts.joined() } == ["Cancel", "Delete", "Keep"])
        #expect(
          buttons.map { gtk_widget_has_css_class($0, "destructive-action") != 0 }
            == [false, true, false]
        )
      }
    }

    /// A page without a presentation, in a window. Checks that nothing of it is left at the end.
    func withStage(
      _ kind: PresentationKind,
      _ source: PresentationSource,
      _ body: (PresentationStage) async throws -> Void
    ) async throws {
      let areAnimationsEnabled = DesktopSettings.areAnimationsEnabled
      DesktopSettings.areAnimationsEnabled = false
      defer { DesktopSettings.areAnimationsEnabled = areAnimationsEnabled }
      let handlers = Signal.liveHandlers
      let windows = toplevels
      Signal.isRecording = true
      defer { Signal.isRecording = false }
      weak var weakStore: StoreOf<PresentingStack>?
      do {
        let stage = PresentationStage(kind, source)
        weakStore = stage.store
        defer { stage.window.close() }
        #expect(await eventually { stage.window.window.title == "Presenting" })
        try await body(stage)
      }
      #expect(
        await eventually {
          weakStore == nil && Signal.liveHandlers <= handlers && toplevels == windows
        },
        """
        The store is \(weakStore == nil ? "gone" : "alive"), \(toplevels - windows) windows and these handlers are left: \
        \(Signal.descriptionsOfRecordedHandlers())
        """
      )
    }

    private var toplevels: guint { g_list_model_get_n_items(gtk_window_get_toplevels()) }
  }
}

extension PresentationKind {
  /// The kind of window, bubble or page in which it comes.
  var onScreen: String { isMessage ? "message" : rawValue }
}

/// A window with a stack whose only page presents something, with what users see and do there.
@MainActor
final class PresentationStage {
  let store: StoreOf<PresentingStack>
  let window: TestWindow
  private let actions = LockIsolated<[String]>([])

  init(_ kind: PresentationKind, _ source: PresentationSource) {
    let actions = actions
    store = Store(
      initialState: PresentingStack.State(path: StackState([Presenting.State()]))
    ) {
      PresentingStack(log: actions)
    }
    window = TestWindow(PresentingStackView(store: store, kind: kind, source: source))
  }

  var log: [String] { actions.value }

  func change(_ change: @escaping @Sendable (inout Presenting.State) -> Void) {
    store.send(.change(change))
  }

  /// Whether the state presents nothing, or is gone.
  var isPresentingNothing: Bool {
    store.withState { state in
      state.path.allSatisfy {
        var nothing = $0
        nothing.presentNothing()
        return nothing == $0
      }
    }
  }

  // MARK: The screen

  func widgets(_ kind: String) -> [WidgetPointer] {
    switch kind {
    case "message": windows.filter { $0.isA(gtk_message_dialog_get_type()) }
    case "sheet":
      windows.filter {
        $0.isA(gtk_dialog_get_type()) && !$0.isA(gtk_message_dialog_get_type())
      }
    case "cover":
      windows.filter { $0 != window.window.widget && !$0.isA(gtk_dialog_get_type()) }
    case "popover": windows.flatMap(\.openPopovers)
    default:
      // The pages above the one that is there from the start.
      windows.filter { !$0.isA(gtk_message_dialog_get_type()) }.flatMap { window in
        let pages = window.navigationStack?.pages.filter { gtk_widget_get_can_target($0) != 0 }
        return (pages ?? []).dropFirst(window == self.window.window.widget ? 2 : 1)
      }
    }
  }

  /// What is on the screen besides the window and the page from the start, sorted.
  var screen: [String] {
    ["cover", "message", "page", "popover", "sheet"].flatMap { kind in
      widgets(kind).map { _ in kind }
    }
  }

  // MARK: What users do

  func end(_ example: PresentationCase) throws {
    let kind = example.kind.onScreen
    let widget = { try #require(self.widgets(kind).last) }
    switch example.end {
    case .state: change { $0.presentNothing() }
    case .parentPopped: store.send(.path(.popFrom(id: try #require(store.path.ids.last))))
    case .windowClosed: window.close()
    case .escape: try pressEscape(kind)
    case .closeButton: try close(kind)
    case .clickOutside: gtk_popover_popdown(try widget().cast())
    case .cancelButton: try #require(try widget().button("Cancel")).click()
    case .answer: try #require(try widget().button("Delete")).click()
    case .enter:
      let keep = try #require(try widget().button("Keep"))
      #expect(gtk_window_get_default_widget(try widget().cast()) == keep)
      #expect(gtk_window_get_focus(try widget().cast()) == keep)
      Signal.emit(try widget(), "activate-default")
    case .dependency: try #require(try widget().button("Leave")).click()
    case .environment: try #require(try widget().button("Close")).click()
    }
  }

  /// Presses Escape in the last of what is presented in a way.
  func pressEscape(_ kind: String) throws {
    let widget = try #require(widgets(kind).last)
    switch kind {
    case "popover", "cover": #expect(widget.press(key: GDK_KEY_Escape))
    case "page": #expect(root(of: widget).press(key: GDK_KEY_Escape))
    default: Signal.emit(widget, "close")
    }
  }

  /// Presses the button that closes the last of what is presented in a way.
  func close(_ kind: String) throws {
    let widget = try #require(widgets(kind).last)
    if kind == "page" {
      let back = root(of: widget).button(icon: "go-previous-symbolic")
      try #require(back).click()
    } else {
      gtk_window_close(widget.cast())
    }
  }

  /// The last of what is presented in a way.
  func widget(_ kind: String) throws -> WidgetPointer { try #require(widgets(kind).last) }

  private func root(of widget: WidgetPointer) -> WidgetPointer {
    gtk_widget_get_root(widget).map { WidgetPointer($0) } ?? widget
  }
}
