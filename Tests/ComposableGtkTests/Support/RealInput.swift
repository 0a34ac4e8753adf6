import Foundation
import GtkKit
import Testing

/// Real keys and a real pointer, which reach a window through the X server like those of a user. On
/// Wayland, they also pass through the compositor, whose window covers the screen of the X server.
@MainActor
struct RealInput {
  private let window: WidgetPointer
  private let identifier: String
  /// Whether windows are shown by a Wayland compositor, which tells where they are.
  nonisolated static let isWayland = ProcessInfo.processInfo.environment["SWAYSOCK"] != nil

  /// Gives the keyboard to a window, and finds out where the window is.
  init(_ window: TestWindow) async throws {
    try await self.init(window.window.widget)
  }

  /// Gives the keyboard to a window, and finds out where the window is.
  ///
  /// - Parameters:
  ///   - window: A GtkWindow. Without a place, it must be the only one on the screen.
  ///   - place: Where to move the window first. Without a window manager, windows are placed on top
  ///     of each other.
  init(_ window: WidgetPointer, at place: (x: Int, y: Int)? = nil) async throws {
    WindowReport.record()
    self.window = window
    identifier = try await Self.focus(window)
    if let place { try await Self.move(identifier, to: place) }
  }

  /// Where the window's surface is on the screen now: a compositor may move a window that changes
  /// its size.
  private var origin: (x: Double, y: Double) {
    get async throws {
      guard Self.isWayland else { return try await Self.placeOnX11(identifier) }
      // The compositor counts from the edge that users see, the X server from that of the shadow.
      let frame = Self.frame(of: window)
      let place = try await Self.placeOnWayland { $0.identifier == identifier }
      return (place.x - frame.x, place.y - frame.y)
    }
  }

  private static func move(_ identifier: String, to place: (x: Int, y: Int)) async throws {
    if isWayland {
      let command = "move absolute position \(place.x) px \(place.y) px"
      _ = try await run("swaymsg", "[con_id=\(identifier)]", command)
      return
    }
    _ = try await xdotool("windowmove", identifier, "\(place.x)", "\(place.y)")
    // A window manager may put the window elsewhere, or leave it where it is.
    let deadline = ContinuousClock.now + .seconds(try await hasWindowManager ? 2 : 60)
    while ContinuousClock.now < deadline {
      let now = try await placeOnX11(identifier)
      if now == (Double(place.x), Double(place.y)) { return }
    }
    if try await !hasWindowManager { Issue.record("The window was not moved.") }
  }

  private static func placeOnX11(_ identifier: String) async throws -> (x: Double, y: Double) {
    let geometry = try await xdotool("getwindowgeometry", "--shell", identifier)
    func value(_ name: String) -> Double {
      geometry.split(separator: "\n").first { $0.hasPrefix("\(name)=") }
        .flatMap { Double($0.dropFirst(name.count + 1)) } ?? 0
    }
    return (value("X"), value("Y"))
  }

  /// A window that the compositor shows.
  private struct Place {
    let identifier: String
    let title: String?
    let x: Double
    let y: Double
  }

  private static func placeOnWayland(
    asking prepare: () -> Void = {},
    where isWanted: (Place) -> Bool
  ) async throws -> Place {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      prepare()
      let tree = try await run("swaymsg", "--raw", "--type", "get_tree")
      var nodes = [try JSONSerialization.jsonObject(with: Data(tree.utf8))]
      while let node = nodes.popLast() as? [String: Any] {
        if let identifier = node["id"] as? Int, let rect = node["rect"] as? [String: Double] {
          let place = Place(
            identifier: "\(identifier)",
            title: node["name"] as? String,
            x: rect["x"] ?? 0,
            y: rect["y"] ?? 0
          )
          if isWanted(place) { return place }
        }
        for key in ["nodes", "floating_nodes"] { nodes += node[key] as? [Any] ?? [] }
      }
    }
    Issue.record("The compositor does not show the window.")
    return Place(identifier: "", title: nil, x: 0, y: 0)
  }

  /// Gives the keyboard to a window, as a window manager would, and a title by which it is found.
  ///
  /// - Returns: The name by which xdotool knows the window, or the compositor.
  @discardableResult
  static func focus(_ window: WidgetPointer) async throws -> String {
    let title = "Input \(UUID())"
    gtk_window_set_title(window.cast(), title)
    #expect(await eventually { gtk_widget_get_mapped(window) != 0 })
    // A page that comes into the window gives it a title, too.
    func setTitle() {
      gtk_window_set_title(window.cast(), title)
      MainLoop.pump()
    }
    var identifier = ""
    if isWayland {
      identifier = try await placeOnWayland(asking: setTitle) { $0.title == title }.identifier
    }
    let deadline = ContinuousClock.now + .seconds(60)
    while identifier.isEmpty, ContinuousClock.now < deadline {
      setTitle()
      identifier = try await xdotool("search", "--onlyvisible", "--name", title)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    try await activate(window, identifier)
    return identifier
  }

  /// Gives the keyboard to the window, as the user does with the desktop's own keys.
  func focus() async throws {
    try await Self.activate(window, identifier)
  }

  private static func activate(_ window: WidgetPointer, _ identifier: String) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    repeat {
      if isWayland {
        await PopoverPainting.end()
        _ = try await run("swaymsg", "[con_id=\(identifier)]", "focus")
      } else if try await hasWindowManager {
        _ = try await xdotool("windowactivate", identifier)
      } else {
        _ = try await xdotool("windowraise", identifier, "windowfocus", identifier)
      }
      if await eventually(within: .seconds(2), { gtk_window_is_active(window.cast()) != 0 }) {
        return
      }
    } while ContinuousClock.now < deadline
    Issue.record("The window did not get the keyboard.")
  }

  /// Whether a window manager is running, which places windows, stacks them and gives them the
  /// keyboard.
  private static var hasWindowManager: Bool {
    get async throws {
      try await !xdotool("get_num_desktops").hasPrefix("0")
    }
  }

  /// Presses keys, as xdotool names them, such as `ctrl+z`.
  func press(_ keys: String...) async throws {
    RepeatedInput.forget()
    _ = try await Self.xdotool(["key", "--clearmodifiers", "--delay", "20"] + keys)
    MainLoop.pump()
  }

  /// Presses keys one after the other without waiting for anything.
  func pressAtOnce(_ keys: String...) async throws {
    RepeatedInput.forget()
    _ = try await Self.xdotool(["key", "--delay", "0"] + keys)
    MainLoop.pump()
  }

  /// Types a text.
  func type(_ text: String) async throws {
    _ = try await Self.xdotool("type", "--clearmodifiers", "--delay", "20", text)
    MainLoop.pump()
  }

  /// Waits for two frames, so that everything on the screen is in its position. The first frame may
  /// have been begun before.
  private func settle() async {
    for _ in 1...2 {
      let frame = Frame()
      gtk_widget_add_tick_callback(
        window,
        { _, _, data in
          Unmanaged<Frame>.fromOpaque(data!).takeUnretainedValue().hasBegun = true
          return 0
        },
        Unmanaged.passRetained(frame).toOpaque(),
        { Unmanaged<Frame>.fromOpaque($0!).release() }
      )
      #expect(await eventually { frame.hasBegun })
    }
  }

  private final class Frame {
    var hasBegun = false
  }

  /// Moves the pointer to a place in a widget, in steps, and waits until GTK has seen it arrive.
  func point(at widget: WidgetPointer, x: Double = 0.5, y: Double = 0.5) async throws {
    for _ in 1...5 {
      try await move(to: widget, x: x, y: y)
      if await eventually(within: .seconds(10), { isPointer(at: widget, x: x, y: y) }) {
        if Self.isWayland { await PopoverPainting.end() }
        RepeatedInput.forget()
        return
      }
    }
    Issue.record("The pointer does not arrive at \(widget.typeName).")
  }

  private func move(to widget: WidgetPointer, x: Double, y: Double) async throws {
    await settle()
    let origin = try await origin
    let place = place(of: widget, x: x, y: y)
    for step in [3, 2, 1, 0] {
      _ = try await Self.xdotool(
        "mousemove",
        "\(Int(origin.x + place.x) - step)",
        "\(Int(origin.y + place.y) - step)"
      )
      MainLoop.pump()
    }
  }

  /// Returns whether GTK knows the pointer to be where a widget is now.
  private func isPointer(at widget: WidgetPointer, x: Double, y: Double) -> Bool {
    guard let surface = gtk_native_get_surface(OpaquePointer(window)) else { return false }
    let seat = gdk_display_get_default_seat(gdk_surface_get_display(surface))
    var found = (x: 0.0, y: 0.0)
    gdk_surface_get_device_position(surface, gdk_seat_get_pointer(seat), &found.x, &found.y, nil)
    let place = place(of: widget, x: x, y: y)
    return abs(found.x - place.x) < 2 && abs(found.y - place.y) < 2
  }

  /// - Parameters:
  ///   - widget: what to click in the middle.
  ///   - button: 1, or 3 for the button that opens menus.
  func click(_ widget: WidgetPointer, button: Int = 1) async throws {
    try await point(at: widget)
    _ = try await Self.xdotool("click", "\(button)")
    MainLoop.pump()
  }

  /// Clicks the middle of a widget with several buttons, one after the other, without waiting in
  /// between.
  func click(_ widget: WidgetPointer, buttons: Int...) async throws {
    try await point(at: widget)
    _ = try await Self.xdotool(buttons.flatMap { ["click", "\($0)"] })
    MainLoop.pump()
  }

  /// Clicks the middle of a widget twice.
  ///
  /// - Parameters:
  ///   - widget: The widget.
  ///   - interval: The time between the clicks, in milliseconds.
  func doubleClick(_ widget: WidgetPointer, interval: Int) async throws {
    try await point(at: widget)
    let pause = ["sleep", "\(Double(interval) / 1_000)"]
    _ = try await Self.xdotool(["click", "1"] + pause + ["click", "1"])
    try await finish()
  }

  /// Presses a key twice.
  ///
  /// - Parameters:
  ///   - key: The key, as xdotool names it.
  ///   - interval: The time between the presses, in milliseconds.
  func press(_ key: String, twiceIn interval: Int) async throws {
    try await press(key, then: key, after: interval)
  }

  /// Presses two keys.
  ///
  /// - Parameters:
  ///   - first: The first key, as xdotool names it.
  ///   - second: The second key.
  ///   - interval: The time between the presses, in milliseconds.
  func press(_ first: String, then second: String, after interval: Int) async throws {
    let pause = ["sleep", "\(Double(interval) / 1_000)"]
    RepeatedInput.forget()
    let press = ["key", "--delay", "0"]
    _ = try await Self.xdotool(press + [first] + pause + press + [second])
    try await finish()
  }

  /// Waits until all input has arrived: a key that comes after it reaches a window of the program.
  func finish() async throws {
    var hasArrived = false
    let controllers = Toplevels.all.map { window in
      EventController.key(on: window.cast(), phase: GTK_PHASE_CAPTURE) { symbol, _ in
        if symbol == UInt32(GDK_KEY_F12) { hasArrived = true }
        return false
      }
    }
    defer { for controller in controllers { controller.remove() } }
    _ = try await Self.xdotool(["key", "--delay", "0", "F12"])
    #expect(await eventually { hasArrived }, "No window has got the key that was pressed last.")
  }

  /// Holds the first button down on a widget while something happens.
  func hold(_ widget: WidgetPointer, while body: () async throws -> Void) async throws {
    try await point(at: widget)
    _ = try await Self.xdotool("mousedown", "1")
    MainLoop.pump()
    try await body()
    _ = try await Self.xdotool("mouseup", "1")
    MainLoop.pump()
  }

  /// Holds a key down, such as `shift`, while something happens.
  func hold(_ key: String, while body: () async throws -> Void) async throws {
    _ = try await Self.xdotool("keydown", key)
    MainLoop.pump()
    let result: Result<Void, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    _ = try await Self.xdotool("keyup", key)
    MainLoop.pump()
    try result.get()
  }

  /// Drags from half the height of a widget to a position in another one. Positions are fractions
  /// of width and height.
  func drag(
    _ widget: WidgetPointer,
    x startX: Double = 0.5,
    to other: WidgetPointer,
    x: Double = 0.5,
    y: Double,
    whileHeld: @MainActor () async throws -> Void = {}
  ) async throws {
    try await point(at: widget, x: startX)
    _ = try await Self.xdotool("mousedown", "1")
    let (origin, place) = (try await origin, place(of: widget, x: startX, y: 0.5))
    let start = (x: origin.x + place.x, y: origin.y + place.y)
    // GTK 4.18 begins no drag within a tenth of a second: until then a hand may tremble.
    let beginning = ContinuousClock.now + .milliseconds(120)
    var step = 0
    while step < 4 || ContinuousClock.now < beginning {
      step += 1
      let distance = min(step, 4) * 6 + step % 2
      _ = try await Self.xdotool("mousemove", "\(Int(start.x))", "\(Int(start.y) + distance)")
      MainLoop.pump()
    }
    // While something is dragged, GTK does not follow the pointer.
    try await move(to: other, x: x, y: y)
    try await whileHeld()
    _ = try await Self.xdotool("mouseup", "1")
    MainLoop.pump()
  }

  /// Returns where a place in a widget is in the window's surface.
  private func place(of widget: WidgetPointer, x: Double, y: Double) -> (x: Double, y: Double) {
    var place = (x: 0.0, y: 0.0)
    gtk_widget_translate_coordinates(
      widget,
      window,
      Double(gtk_widget_get_width(widget)) * x,
      Double(gtk_widget_get_height(widget)) * y,
      &place.x,
      &place.y
    )
    let frame = Self.frame(of: window)
    return (place.x + frame.x, place.y + frame.y)
  }

  /// Where a window's content begins in its surface, which has the shadow as well.
  private static func frame(of window: WidgetPointer) -> (x: Double, y: Double) {
    var frame = (x: 0.0, y: 0.0)
    gtk_native_get_surface_transform(OpaquePointer(window), &frame.x, &frame.y)
    return frame
  }

  private static func xdotool(_ arguments: String...) async throws -> String {
    try await xdotool(arguments)
  }

  private static func xdotool(_ arguments: [String]) async throws -> String {
    try await run(["xdotool"] + arguments)
  }

  private static func run(_ command: String...) async throws -> String {
    try await run(command)
  }

  /// Runs a program while GTK goes on: it may wait for what GTK does.
  ///
  /// Through GLib, because Foundation keeps the pipe of each process that has ended, and crashes
  /// when there are some 1,400 of them.
  private static func run(_ command: [String]) async throws -> String {
    WindowReport.note(command.joined(separator: " "))
    let words = command.map { UnsafePointer(strdup($0)) } + [nil]
    defer { for case let word? in words { free(UnsafeMutablePointer(mutating: word)) } }
    let flags = G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDERR_SILENCE.rawValue
    let process = try #require(
      words.withUnsafeBufferPointer {
        g_subprocess_newv($0.baseAddress, GSubprocessFlags(rawValue: flags), nil)
      },
      "\(command[0]) cannot be run"
    )
    defer { g_object_unref(UnsafeMutableRawPointer(process)) }
    let output = Output()
    g_subprocess_communicate_utf8_async(
      process,
      nil,
      nil,
      { process, result, output in
        var text: UnsafeMutablePointer<CChar>?
        g_subprocess_communicate_utf8_finish(OpaquePointer(process), result, &text, nil, nil)
        let output = Unmanaged<Output>.fromOpaque(output!).takeRetainedValue()
        output.text = text.map { String(cString: $0) } ?? ""
        g_free(text)
      },
      Unmanaged.passRetained(output).toOpaque()
    )
    #expect(await eventually { output.text != nil }, "\(command) does not end")
    return output.text ?? ""
  }

  private final class Output {
    var text: String?
  }
}
