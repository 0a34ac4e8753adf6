import GtkKit
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

@Observable
private final class Sheet {
  var rowsAbove = 40
  var showsPlot = true
  var isFocused = true
}

/// Rows, and something with the focus further down than a window is high.
private struct SheetView: View {
  @Bindable var sheet: Sheet
  @FocusState private var isFocused

  var body: some View {
    Form {
      Section { ForEach(0..<sheet.rowsAbove, id: \.self) { Text("Row \($0)") } }
      if sheet.showsPlot {
        Section("History") {
          VStack(alignment: .leading) {
            Text("Caption")
            Canvas { _, _ in }
              .focusable()
              .focused($isFocused)
              .frame(height: 120)
          }
          .bind($sheet.isFocused, to: $isFocused)
        }
      }
      Section { ForEach(0..<40, id: \.self) { Button("Button \($0)") {} } }
    }
  }
}

private func canvas(in window: ViewWindow<SheetView>) -> WidgetPointer? {
  window.window.widget.all(gtk_drawing_area_get_type()).first
}

private func adjustment(of window: ViewWindow<SheetView>) throws -> UnsafeMutablePointer<
  GtkAdjustment
> {
  let scroller = try #require(window.window.widget.all(gtk_scrolled_window_get_type()).first)
  return try #require(gtk_scrolled_window_get_vadjustment(scroller.opaque))
}

extension ViewTests {
  private func show(_ sheet: Sheet) -> ViewWindow<SheetView> {
    let window = ViewWindow("Sheet", width: 400, height: 300) { SheetView(sheet: sheet) }
    window.present()
    return window
  }

  @Test func `what has the focus at first is scrolled into sight`() async throws {
    let window = show(Sheet())
    defer { window.destroy() }
    #expect(await eventually { canvas(in: window).map(\.isInSight) ?? false })
    // With the whole row around it.
    let caption = try #require(window.window.widget.label("Caption"))
    #expect(caption.isInSight)
  }

  @Test func `what appears with the focus is scrolled into sight, and so it stays`() async throws {
    let sheet = Sheet()
    sheet.showsPlot = false
    let window = show(sheet)
    defer { window.destroy() }
    let adjustment = try adjustment(of: window)
    #expect(await eventually { gtk_adjustment_get_upper(adjustment) > 1_000 })
    sheet.isFocused = true
    sheet.showsPlot = true
    #expect(await eventually { canvas(in: window).map(\.isInSight) ?? false })

    for rows in [60, 20, 90] {
      let upper = gtk_adjustment_get_upper(adjustment)
      sheet.rowsAbove = rows
      #expect(await eventually { abs(gtk_adjustment_get_upper(adjustment) - upper) > 300 })
      #expect(await eventually { canvas(in: window).map(\.isInSight) ?? false }, "\(rows)")
    }
  }

  @Test func `a page whose user has scrolled away from the focus stays where it is`() async throws {
    let sheet = Sheet()
    let window = show(sheet)
    defer { window.destroy() }
    #expect(await eventually { canvas(in: window).map(\.isInSight) ?? false })
    let adjustment = try adjustment(of: window)
    gtk_adjustment_set_value(adjustment, 100)
    let upper = gtk_adjustment_get_upper(adjustment)
    sheet.rowsAbove += 20
    #expect(await eventually { gtk_adjustment_get_upper(adjustment) > upper + 300 })
    // The frame in which it would scroll is over.
    var frames = 0
    FrameObserver(of: window.window.pointer) { _ in frames += 1 }
    #expect(await eventually { frames > 2 })
    #expect(gtk_adjustment_get_value(adjustment) == 100)
  }

  @Test func `Tab scrolls to what it focuses`() async throws {
    let sheet = Sheet()
    let window = show(sheet)
    defer { window.destroy() }
    #expect(await eventually { canvas(in: window).map(\.isInSight) ?? false })
    let pointer = window.window.pointer
    var buttons = 0
    for _ in 0..<12 {
      gtk_widget_child_focus(window.window.widget, GTK_DIR_TAB_FORWARD)
      #expect(await eventually { gtk_window_get_focus(pointer).map(\.isInSight) ?? false })
      if gtk_window_get_focus(pointer)?.isA(gtk_button_get_type()) ?? false { buttons += 1 }
    }
    #expect(buttons > 5)
  }
}
