import ComposableGtk
import ComposableGtkTestSupport
import GtkKit
import Testing

/// The product space asks GTK for what keys and clicks do; here they come through the X server.
extension ComposableGtkTests.PresentationSpaceTests {
  @Test(arguments: PresentationKind.allCases)
  func `Escape on the keyboard dismisses once`(kind: PresentationKind) async throws {
    try await withStage(kind, .enumCase) { stage in
      let input = try await RealInput(stage.window)
      stage.change { $0.destination = .make(kind) }
      #expect(await eventually { stage.screen == [kind.onScreen] })
      try await focus(kind, in: stage)
      try await input.press("Escape")
      #expect(await eventually { stage.screen.isEmpty })
      try await input.press("a")
      #expect(stage.log == ["destination.dismiss"])
    }
  }

  @Test(arguments: [PresentationKind.alert, .dialog])
  func `Enter on the keyboard gives the default answer once`(kind: PresentationKind) async throws {
    try await withStage(kind, .enumCase) { stage in
      let input = try await RealInput(stage.window)
      stage.change { $0.destination = .make(kind) }
      #expect(await eventually { stage.screen == [kind.onScreen] })
      try await focus(kind, in: stage)
      try await input.press("Return")
      #expect(await eventually { stage.screen.isEmpty })
      #expect(stage.log == ["destination.\(kind).keep"])
    }
  }

  @Test func `a click outside closes a popover once, and is not a click on what is below`()
    async throws
  {
    try await withStage(.popover, .enumCase) { stage in
      let input = try await RealInput(stage.window)
      stage.change { $0.destination = .make(.popover) }
      #expect(await eventually { stage.screen == ["popover"] })
      try await input.click(try #require(stage.window.content.button("Leave")))
      #expect(await eventually { stage.screen.isEmpty })
      #expect(stage.log == ["destination.dismiss"])
      try await input.click(try #require(stage.window.content.button("Leave")))
      #expect(await eventually { stage.log == ["destination.dismiss", "leave", "popFrom"] })
    }
  }

  /// On other displays a window manager sees to it, of which there is none here.
  @Test(.enabled(if: RealInput.isWayland))
  func `a sheet that is there from the start stands over its window`() async {
    let window = TestWindow(
      Text("Below").sheet(isPresented: .constant(true)) { TextField("Name", text: .constant("")) }
    )
    defer { window.close() }
    #expect(
      await eventually {
        FirstFrame.isDrawn(window.window.pointer)
          && dialogs.first.map { gtk_window_is_active($0.cast()) != 0 } == true
      }
    )
  }

  /// A popover and a page have no window of their own.
  private func focus(_ kind: PresentationKind, in stage: PresentationStage) async throws {
    switch kind {
    case .popover, .page: break
    case .sheet, .cover, .alert, .dialog: try await RealInput.focus(stage.widget(kind.onScreen))
    }
  }
}
