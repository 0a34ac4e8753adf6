import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

/// The suite of all tests that show views: one at a time, on the main actor.
@MainActor @Suite(.serialized)
struct ViewTests {
  init() {
    #expect(gtk_init_check() != 0, "No display: run under xvfb-run")
  }
}

/// Shows a view without a window for the time of a test.
func withHost<Content: View>(
  _ content: Content,
  environment: EnvironmentValues = EnvironmentValues(),
  _ body: (ViewHost<Content>) throws -> Void
) rethrows {
  let host = ViewHost(content, environment: environment)
  defer { host.destroy() }
  try body(host)
}

/// Shows a view in a window for the time of a test, when all of its labels have their places.
func withWindow(
  _ view: some View,
  width: Int,
  height: Int,
  _ body: @MainActor (WidgetPointer) async throws -> Void
) async throws {
  let window = ViewWindow("Test", width: width, height: height) { view }
  window.present()
  defer { window.destroy() }
  let content = try #require(window.window.child)
  #expect(
    await eventually {
      content.all(gtk_label_get_type()).allSatisfy { gtk_widget_get_width($0) > 0 }
    }
  )
  try await body(content)
}

/// Shows a list or a table in a window for the time of a test, when some of its rows have their
/// places.
func withRows(
  _ view: some View,
  width: Int,
  height: Int,
  _ body: @MainActor (WidgetPointer) async throws -> Void
) async throws {
  let window = ViewWindow("Test", width: width, height: height) { view }
  window.present()
  defer { window.destroy() }
  let content = try #require(window.window.child)
  #expect(await eventually { content.all(gtk_label_get_type()).contains(where: \.isInSight) })
  try await body(content)
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// This widget and all below, outermost first, without popovers.
  var contents: [WidgetPointer] { [self] + children.flatMap(\.contents) }

  /// The widgets below of a type, in order.
  func all(_ type: GType) -> [WidgetPointer] { contents.filter { $0.isA(type) } }

  /// What the labels below say, in order.
  var texts: [String] {
    all(gtk_label_get_type()).map { String(gtk: gtk_label_get_text($0.opaque)) }
  }

  /// The button below with a text, on the screen or not.
  func button(labelled title: String) -> WidgetPointer? {
    all(gtk_button_get_type()).first { $0.texts.contains(title) }
  }

  /// The label below with a text.
  func label(_ text: String) -> WidgetPointer? {
    all(gtk_label_get_type()).first { String(gtk: gtk_label_get_text($0.opaque)) == text }
  }

  /// Whether the scrolled window around this widget shows all of it.
  var isInSight: Bool {
    var bounds = graphene_rect_t()
    guard let scroller = gtk_widget_get_ancestor(self, gtk_scrolled_window_get_type()),
      gtk_widget_compute_bounds(self, scroller, &bounds) != 0
    else { return false }
    return bounds.size.height > 0 && bounds.origin.y >= 0
      && bounds.origin.y + bounds.size.height <= Float(gtk_widget_get_height(scroller))
  }

  /// The colour of a point of this widget as it is drawn: alpha, red, green and blue.
  func pixel(x: Int, y: Int) -> UInt32? {
    let size = (width: gtk_widget_get_width(self), height: gtk_widget_get_height(self))
    let paintable = ObjectReference(owning: gtk_widget_paintable_new(self))
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(
      paintable.opaque,
      snapshot,
      Double(size.width),
      Double(size.height)
    )
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { gsk_render_node_unref(node) }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width, size.height)
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    gsk_render_node_draw(node, context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    return UnsafeRawPointer(data).load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
  }

  /// The only entry below.
  var entry: WidgetPointer? { all(gtk_entry_get_type()).first }
}

/// Activates a row of a list as the user would.
func activate(_ list: WidgetPointer, _ position: UInt32) {
  gtk_widget_activate_action_variant(list, "list.activate-item", g_variant_new_uint32(position))
}

/// Waits until a widget on the screen has been drawn once more.
func nextFrame(of widget: WidgetPointer) async {
  var hasCome = false
  gtk_widget_queue_draw(widget)
  let frame = FrameWork(on: widget) { hasCome = true }
  #expect(await eventually { hasCome })
  withExtendedLifetime(frame) {}
}

/// Counts how often each body was evaluated.
final class Evaluations {
  private(set) var counts: [String: Int] = [:]

  init() {}

  deinit {}

  subscript(name: String) -> Int { counts[name, default: 0] }

  func note(_ name: String) { counts[name, default: 0] += 1 }

  func reset() { counts = [:] }
}
