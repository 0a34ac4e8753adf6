import Foundation
import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

extension ViewTests {
  @Suite struct CanvasTests {
    /// What was drawn, each time.
    private final class Drawings {
      var inputs: [Int] = []
      var foregrounds: [DrawingColor] = []

      init() {}

      deinit {}
    }

    private struct Plot: View {
      let drawings: Drawings
      @State var level: Int
      @State var note = ""

      var body: some View {
        VStack {
          Canvas(level) { context, level in
            drawings.inputs.append(level)
            drawings.foregrounds.append(context.foreground)
            context.stroke([(0, 0), (10, 10)], color: context.foreground, dashes: [2, 2])
            context.fill([(0, 0), (5, 0), (5, 5)], color: context.foreground.opacity(0.1))
            context.fillCircle(center: (5, 5), radius: 2, color: context.foreground)
            context.draw("5", at: (0, 0), anchor: (0, 0), color: context.foreground)
            #expect(context.size(of: "wide text").width > context.size(of: "w").width)
            #expect(context.color(named: "theme_selected_bg_color") != nil)
            #expect(context.color(named: "no such colour") == nil)
          }
          .frame(width: 40, height: 30)
          Text(note)
          Button("Note") { note += "!" }
          Button("More") { level += 1 }
        }
      }
    }

    @Test func `a canvas is drawn anew when its inputs change, and only then`() async {
      let drawings = Drawings()
      let window = ViewWindow("Main", width: 300, height: 200) {
        Plot(drawings: drawings, level: 1)
      }
      defer { window.destroy() }
      window.present()
      let widget = window.window.widget
      #expect(await eventually { !drawings.inputs.isEmpty })
      let canvas = widget.all(gtk_drawing_area_get_type())[0]

      // The first frames may be drawn several times, as the window gets its size.
      await settled(canvas)
      drawings.inputs = []
      widget.button(labelled: "Note")?.click()
      #expect(await eventually { widget.texts.contains("!") })
      await settled(canvas)
      #expect(drawings.inputs.isEmpty)

      widget.button(labelled: "More")?.click()
      #expect(await eventually { drawings.inputs == [2] })
    }

    @Test func `a canvas follows the style, light or dark`() async throws {
      let drawings = Drawings()
      let window = ViewWindow("Main", width: 300, height: 200) {
        Plot(drawings: drawings, level: 1)
      }
      defer {
        DesktopSettings.prefersDarkTheme = false
        window.destroy()
      }
      window.present()
      #expect(await eventually { !drawings.foregrounds.isEmpty })
      let light = try #require(drawings.foregrounds.last)
      DesktopSettings.prefersDarkTheme = true
      #expect(await eventually { drawings.foregrounds.last?.red ?? 0 > light.red + 0.3 })
    }

    /// Waits until the frame clock has nothing more to do for a widget.
    private func settled(_ widget: WidgetPointer) async {
      let clock = gtk_widget_get_frame_clock(widget)
      var frames = gdk_frame_clock_get_frame_counter(clock)
      for _ in 0..<3 {
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
        let before = frames
        _ = await eventually { gdk_frame_clock_get_frame_counter(clock) > before }
        frames = gdk_frame_clock_get_frame_counter(clock)
      }
    }

    @Test func `a canvas is an image to assistive technologies, and can have the focus`() {
      withHost(Canvas(1) { _, _ in }.focusable().accessibilityLabel("Stock")) { host in
        let canvas = host.widget.all(gtk_drawing_area_get_type())[0]
        #expect(gtk_accessible_get_accessible_role(canvas.opaque) == GTK_ACCESSIBLE_ROLE_IMG)
        #expect(Accessibility.label(of: canvas) == "Stock")
        #expect(gtk_widget_get_focusable(canvas) != 0)
      }
    }

    @Test func `keys that are pressed on a view are actions`() {
      var pressed: [String] = []
      let view = Canvas(1) { _, _ in }
        .focusable()
        .onKeyPress(.leftArrow) {
          pressed.append("left")
          return .handled
        }
        .onKeyPress(.home) {
          pressed.append("home")
          return .ignored
        }
      withHost(view) { host in
        let canvas = host.widget.all(gtk_drawing_area_get_type())[0]
        #expect(canvas.press(key: GDK_KEY_Left))
        #expect(!canvas.press(key: GDK_KEY_Home))
        #expect(!canvas.press(key: GDK_KEY_Left, GDK_CONTROL_MASK))
        #expect(!canvas.press(key: GDK_KEY_Right))
        #expect(pressed == ["left", "home"])
      }
    }

    @Test func `the pointer above a view is told`() {
      var phases: [HoverPhase] = []
      withHost(Canvas(1) { _, _ in }.onContinuousHover { phases.append($0) }) { host in
        let canvas = host.widget.all(gtk_drawing_area_get_type())[0]
        for controller in canvas.controllers(gtk_event_controller_motion_get_type()) {
          emit(controller, "enter", 1.0, 2.0)
          emit(controller, "motion", 3.0, 4.0)
          emit(controller, "leave")
        }
        canvas.press(button: 1)
      }
      #expect(
        phases == [.active(x: 1, y: 2), .active(x: 3, y: 4), .ended, .active(x: 1, y: 1)]
      )
    }

    @Test func `the name of a text editor is that of its text`() {
      withHost(TextEditor(text: .constant("a")).accessibilityLabel("Notes")) { host in
        let scroller = host.widget.all(gtk_scrolled_window_get_type())[0]
        let text = gtk_scrolled_window_get_child(scroller.opaque)!
        #expect(Accessibility.label(of: text) == "Notes")
        #expect(Accessibility.label(of: scroller) == nil)
      }
    }

    @Test func `a picture in memory appears once it is decoded`() async {
      let window = ViewWindow("Main", width: 100, height: 100) { Image(data: Self.png) }
      defer { window.destroy() }
      window.present()
      let picture = window.window.widget.all(gtk_picture_get_type())[0]
      #expect(await eventually { gtk_picture_get_paintable(picture.opaque) != nil })
      let paintable = gtk_picture_get_paintable(picture.opaque)
      #expect(gdk_paintable_get_intrinsic_width(paintable) == 1)
    }

    @Test func `a picture in memory is decoded no larger than it may be shown`() async {
      let window = ViewWindow("Main", width: 100, height: 100) {
        Image(data: Self.picture(width: 400, height: 300), fitting: 40)
      }
      defer { window.destroy() }
      window.present()
      let picture = window.window.widget.all(gtk_picture_get_type())[0]
      #expect(await eventually { gtk_picture_get_paintable(picture.opaque) != nil })
      let paintable = gtk_picture_get_paintable(picture.opaque)
      #expect(gdk_paintable_get_intrinsic_width(paintable) == 40)
      #expect(gdk_paintable_get_intrinsic_height(paintable) == 30)
    }

    @Test func `a picture that cannot be shown says why, and the next one too`() async {
      var failures: [Picture.Failure] = []
      let window = ViewWindow("Main", width: 100, height: 100) {
        SwitchedImage(
          data: Self.picture(width: 400, height: 300),
          next: Data("no picture".utf8),
          limits: Picture.Limits(pixels: 100),
          onFailure: { failures.append($0) }
        )
      }
      defer { window.destroy() }
      window.present()
      #expect(await eventually { failures == [.tooManyPixels(limit: 100)] })
      window.window.widget.button(labelled: "Next")?.click()
      #expect(await eventually { failures == [.tooManyPixels(limit: 100), .unknownFormat] })
    }

    @Test func `many pictures at once need no more memory than the largest`() async {
      let data = Self.picture(width: 4_000, height: 2_500)
      var shown = 0
      let window = ViewWindow("Main", width: 100, height: 100) {
        VStack {
          ForEach(0..<12, id: \.self) { _ in Image(data: data, fitting: 40) }
        }
      }
      defer { window.destroy() }
      let before = peakMemory()
      window.present()
      #expect(
        await eventually {
          shown = window.window.widget.all(gtk_picture_get_type())
            .count { gtk_picture_get_paintable($0.opaque) != nil }
          return shown == 12
        }
      )
      // One has 30 MB, and its decoder as much again.
      #expect(peakMemory() - before < 150 << 20)
    }

    /// The contents of a PNG file.
    private static func picture(width: Int32, height: Int32) -> Data {
      let pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height)!
      defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
      gdk_pixbuf_fill(pixels, 0x3584_E4FF)
      var buffer: UnsafeMutablePointer<CChar>?
      var count: gsize = 0
      gdk_pixbuf_save_to_bufferv(pixels, &buffer, &count, "png", nil, nil, nil)
      defer { g_free(buffer) }
      return Data(bytes: buffer!, count: Int(count))
    }

    /// The most memory that the process has had so far, in bytes.
    private func peakMemory() -> Int {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss << 10
    }

    @Test func `data that is no picture shows nothing`() async {
      let window = ViewWindow("Main", width: 100, height: 100) {
        SwitchedImage(data: Self.png, next: Data("no picture".utf8))
      }
      defer { window.destroy() }
      window.present()
      let widget = window.window.widget
      let picture = widget.all(gtk_picture_get_type())[0]
      #expect(await eventually { gtk_picture_get_paintable(picture.opaque) != nil })
      widget.button(labelled: "Next")?.click()
      #expect(await eventually { gtk_picture_get_paintable(picture.opaque) == nil })
    }

    private struct SwitchedImage: View {
      @State var data: Data
      let next: Data
      var limits = Picture.Limits()
      var onFailure: (Picture.Failure) -> Void = { _ in }

      var body: some View {
        VStack {
          Image(data: data, limits: limits).onFailure(perform: onFailure)
          Button("Next") { data = next }
        }
      }
    }

    /// A picture with one pixel.
    private static let png = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )!
  }
}
