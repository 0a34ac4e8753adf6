import ComposableGtk
import ComposableGtkTestSupport
import GtkKit
import Observation
import Testing

/// How a window of these tests presents.
private enum Overlay: String, CaseIterable, Sendable {
  case sheet, alert, dialog, cover, fileChooser, popover

  /// Those that have a window of their own and block the one below.
  static let modal = allCases.filter { $0 != .popover }
}

/// What a window shows, and what its users have done.
@MainActor @Observable
private final class Pane {
  let name: String
  var text = ""
  var clicks = 0
  var overlay: Overlay?
  var innerText = ""
  var innerClicks = 0
  var answers = 0

  init(_ name: String) { self.name = name }

  func shows(_ overlay: Overlay) -> Binding<Bool> {
    Binding(
      get: { self.overlay == overlay },
      set: { if !$0, self.overlay == overlay { self.overlay = nil } }
    )
  }
}

private struct PaneView: View {
  let pane: Pane

  var body: some View {
    VStack {
      TextField("Text", text: Binding(get: { pane.text }, set: { pane.text = $0 }))
      Button("Count") { pane.clicks += 1 }
        .sheet(isPresented: pane.shows(.sheet)) { InnerView(pane: pane) }
        .fullScreenCover(isPresented: pane.shows(.cover)) { InnerView(pane: pane) }
        .popover(isPresented: pane.shows(.popover)) { InnerView(pane: pane) }
        .alert("Alert of \(pane.name)", isPresented: pane.shows(.alert)) { answers }
        .confirmationDialog("Dialog of \(pane.name)", isPresented: pane.shows(.dialog)) { answers }
    }
    .navigationTitle(pane.name)
  }

  @ViewBuilder private var answers: some View {
    Button("Count") { pane.answers += 1 }
    Button("Cancel", role: .cancel) {}
  }
}

private struct InnerView: View {
  let pane: Pane

  var body: some View {
    VStack {
      TextField("Inner", text: Binding(get: { pane.innerText }, set: { pane.innerText = $0 }))
      Button("Inside") { pane.innerClicks += 1 }
    }
    .navigationTitle("Inside \(pane.name)")
  }
}

/// A window with its pane, and the real input that it gets.
@MainActor
private final class Stage {
  let pane: Pane
  let window: TestWindow
  private(set) var input: RealInput!
  private var chooser: Task<[String], Never>?

  init(_ name: String, at place: (x: Int, y: Int)) async throws {
    pane = Pane(name)
    window = TestWindow(PaneView(pane: pane))
    window.window.defaultSize = (220, 160)
    #expect(await eventually { gtk_widget_get_mapped(window.window.widget) != 0 })
    input = try await RealInput(window.window.widget, at: place)
  }

  /// The windows above, the nearest first.
  var above: [WidgetPointer] {
    windows.filter { Toplevels.isTransient($0.cast(), for: window.window.pointer) }
  }

  var popover: WidgetPointer? { window.window.widget.openPopovers.first }

  func present(_ overlay: Overlay) async throws {
    if overlay == .fileChooser {
      chooser = Task { await FileChooser.open(over: window.window.pointer, title: "Choose") }
    } else {
      pane.overlay = overlay
    }
    let isThere = await eventually { overlay == .popover ? popover != nil : above.count == 1 }
    #expect(isThere)
  }

  func dismiss() async {
    pane.overlay = nil
    chooser?.cancel()
    _ = await chooser?.value
    chooser = nil
    #expect(await eventually { above.isEmpty && popover == nil })
  }

  func close() {
    chooser?.cancel()
    window.close()
  }

  /// What the user has done in the window and in what is above it.
  var deeds: [String] { pane.deeds }

  var count: WidgetPointer? { window.content.button("Count") }
  var field: WidgetPointer? { window.content.family.first { $0.isA(gtk_text_get_type()) } }

  /// Clicks and types in the window, which nothing is above.
  func use() async throws {
    let clicks = pane.clicks
    try await input.click(try #require(count))
    #expect(await eventually { pane.clicks == clicks + 1 })
    try await input.focus()
    pane.text = ""
    try await input.click(try #require(field))
    try await input.type("ab")
    #expect(await eventually { pane.text == "ab" })
    try await input.press("Tab", "Return")
    #expect(await eventually { pane.clicks == clicks + 2 })
  }
}

extension ComposableGtkTests {
  /// Windows of one process, of which one or all present something.
  @MainActor
  struct SeparateWindowsInputTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    /// Below the windows, there is room for what is above them.
    private static let room = (x: 20, y: 280)

    private func withStages(
      _ number: Int,
      _ body: @MainActor ([Stage]) async throws -> Void
    ) async throws {
      var stages: [Stage] = []
      defer { for stage in stages { stage.close() } }
      for index in 0..<number {
        let place = (x: 10 + 250 * index, y: 20)
        stages.append(try await Stage("Window \(index + 1)", at: place))
      }
      try await body(stages)
    }

    @Test(arguments: Overlay.modal, [2, 5])
    fileprivate func `what is above one window takes no clicks and keys of the others`(
      overlay: Overlay,
      number: Int
    ) async throws {
      try await withStages(number) { stages in
        let presenting = stages[0]
        try await presenting.present(overlay)
        let above = try await RealInput(presenting.above[0], at: Self.room)
        let deeds = presenting.deeds
        for other in stages.dropFirst() {
          try await other.input.focus()
          try await other.use()
          #expect(presenting.deeds == deeds)
          #expect(presenting.above.count == 1)
        }
        // Its own window is still blocked, and it gets its own keys.
        try await presenting.input.click(try #require(presenting.count))
        try await above.focus()
        try await above.press("Escape")
        #expect(await eventually { presenting.above.isEmpty })
        #expect(presenting.deeds == deeds)
        try await presenting.input.focus()
        try await presenting.use()
      }
    }

    @Test func `five windows that all present something get their own clicks and keys`()
      async throws
    {
      try await withStages(5) { stages in
        for (stage, overlay) in zip(stages, Overlay.modal) { try await stage.present(overlay) }
        for (stage, overlay) in zip(stages, Overlay.modal) {
          let deeds = stages.map(\.deeds)
          let above = try await RealInput(stage.above[0], at: Self.room)
          switch overlay {
          case .sheet, .cover:
            try await above.type("ab")
            #expect(await eventually { stage.pane.innerText == "ab" })
            try await above.press("Tab", "Return")
            #expect(await eventually { stage.pane.innerClicks == 1 })
          case .alert, .dialog:
            try await above.press("Return")
            #expect(await eventually { stage.pane.answers == 1 })
          case .fileChooser, .popover:
            try await above.press("Escape")
            #expect(await eventually { stage.above.isEmpty })
          }
          for (other, deeds) in zip(stages, deeds) where other !== stage {
            #expect(other.deeds == deeds)
          }
          await stage.dismiss()
        }
        for stage in stages {
          try await stage.input.focus()
          try await stage.use()
        }
      }
    }

    @Test func `a click in another window closes a popover, and the next one counts there`()
      async throws
    {
      try await withStages(2) { stages in
        try await stages[0].input.focus()
        try await stages[0].present(.popover)
        try await stages[1].input.click(try #require(stages[1].count))
        try await stages[1].input.focus()
        #expect(await eventually { stages[0].popover == nil })
        #expect(await eventually { stages[0].pane.overlay == nil })
        try await stages[1].use()
        #expect(stages[0].deeds == Pane("").deeds)
      }
    }

    /// What a window presents, and which window the user goes to, at random.
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `whatever three windows present, clicks and keys act on the one that gets them`(
      seed: UInt64
    ) async throws {
      var random = SeededGenerator(seed: seed)
      try await withStages(3) { stages in
        for _ in 0..<12 {
          let changed = stages.randomElement(using: &random)!  // There are three.
          if changed.above.isEmpty, changed.popover == nil {
            try await changed.present(Overlay.modal.randomElement(using: &random)!)
            _ = try await RealInput(try #require(changed.above.first), at: Self.room)
          } else {
            await changed.dismiss()
          }
          let used = stages.randomElement(using: &random)!
          let others = stages.filter { $0 !== used }
          let deeds = others.map(\.deeds)
          if let above = used.above.last {
            let input = try await RealInput(above, at: Self.room)
            if above.button("Inside") != nil {
              let clicks = used.pane.innerClicks
              try await input.click(try #require(above.button("Inside")))
              #expect(await eventually { used.pane.innerClicks == clicks + 1 })
            } else {
              try await input.press("Escape")
              #expect(await eventually { used.above.isEmpty })
            }
          } else {
            try await used.input.focus()
            try await used.use()
          }
          #expect(others.map(\.deeds) == deeds, "seed \(seed)")
        }
      }
    }
  }
}

extension Pane {
  fileprivate var deeds: [String] {
    [text, "\(clicks)", innerText, "\(innerClicks)", "\(answers)"]
  }
}
