import Foundation
import Testing

/// A desktop session of its own, in which the program is started and used as by a person: through
/// the accessibility bus, the keyboard and the pointer.
///
/// `drive.py` does the work and says what each request means. A request that fails records an issue
/// at the line of the test that made it, with everything that was showing, and ends the test.
final class Desktop: Sendable {
  /// Whether the session has a Wayland compositor: one that shows its windows in an X server's, and
  /// so knows the keys of its own layout only, and three buttons of the mouse.
  static let isWayland = ProcessInfo.processInfo.environment["INVENTORY_TESTS_DISPLAY"] == "wayland"

  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  // The conversation blocks, so it must not run on a thread of the concurrency pool.
  private let conversation = DispatchQueue(label: "Desktop")

  init() throws {
    let sources = Program.sources
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [
      sources.appendingPathComponent("Tests/InventoryTests/Support/drive.py").path,
      "--new-session", sources.appendingPathComponent("scripts/with-display.sh").path,
    ]
    var environment = Program.environment
    environment["GTK_A11Y"] = nil  // The other tests turn the accessibility bus off.
    environment["G_DEBUG"] = nil
    process.environment = environment
    process.standardInput = requests
    process.standardOutput = answers
    try process.run()
  }

  deinit {
    // The driver ends, and the program and the session with it, when there can be no more requests.
    try? requests.fileHandleForWriting.close()
    // Foundation keeps a process that has run, and with it the pipe.
    try? answers.fileHandleForReading.close()
  }

  /// Starts the program, or another one; GTK's warnings end it.
  func launch(
    _ arguments: [String],
    program: String = Program.url.path,
    dark: Bool = false,
    environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask(
      "launch",
      [
        "program": .text(program),
        "arguments": .texts(arguments),
        "environment": .object(
          ["G_DEBUG": "fatal-warnings"]
            .merging(dark ? ["GTK_THEME": "Default:dark"] : [:]) { $1 }
            .merging(environment) { $1 }
        ),
      ],
      sourceLocation
    )
  }

  /// Starts the program a second time, or another one, and waits for the end of that process.
  func run(
    _ arguments: [String],
    program: String = Program.url.path,
    environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await ask(
      "run",
      [
        "program": .text(program), "arguments": .texts(arguments),
        "environment": .object(environment),
      ],
      sourceLocation
    )
    #expect(answer.status == 0, "\(answer.output ?? "")", sourceLocation: sourceLocation)
  }

  /// Ends the program at once, as a crash or a power failure does.
  func kill(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await ask("kill", [:], sourceLocation)
  }

  /// Receives the notifications of the desktop from now on: writes each to a file and clicks on it.
  func receiveNotifications(
    in file: URL,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask(
      "notifications",
      ["file": .text(file.path), "click": .number(1)],
      sourceLocation
    )
  }

  /// Waits for the program to end by itself.
  @discardableResult
  func exitStatus(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int {
    try await ask("exited", [:], sourceLocation).status ?? 0
  }

  func find(
    _ role: Role,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask("find", ["role": .text(role.rawValue), "name": .text(name)], sourceLocation)
  }

  func gone(
    _ role: Role,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask("gone", ["role": .text(role.rawValue), "name": .text(name)], sourceLocation)
  }

  func press(
    _ button: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask(
      "press",
      ["role": .text(Role.button.rawValue), "name": .text(button)],
      sourceLocation
    )
  }

  func click(
    _ role: Role,
    _ name: String,
    count: Int = 1,
    button: Int = 1,
    modifiers: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask(
      "click",
      [
        "role": .text(role.rawValue), "name": .text(name), "count": .number(count),
        "button": .number(button), "modifiers": .texts(modifiers),
      ],
      sourceLocation
    )
  }

  /// Moves two fingers on a touchpad to the right, with the pointer where an element is. On Wayland
  /// only: an X server has no touchpad for tests.
  func swipe(
    over role: Role,
    _ name: String,
    by distance: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask(
      "swipe",
      ["role": .text(role.rawValue), "name": .text(name), "distance": .number(distance)],
      sourceLocation
    )
  }

  /// Waits for an entry of a menu that is open, or is about to be.
  func findMenuEntry(
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await findInPopover(.button, name, sourceLocation: sourceLocation)
  }

  /// Waits for what is in a popover that is open, or is about to be.
  func findInPopover(
    _ role: Role,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask(
      "find",
      ["role": .text(role.rawValue), "name": .text(name), "popover": .number(1)],
      sourceLocation
    )
  }

  /// Presses the first button of the mouse until `release()`.
  func hold(
    _ role: Role,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask(
      "click",
      ["role": .text(role.rawValue), "name": .text(name), "hold": .number(1)],
      sourceLocation
    )
  }

  /// Lets go of the first button of the mouse.
  func release(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await ask("release", [:], sourceLocation)
  }

  func enter(
    _ text: String,
    into field: String,
    role: Role = .field,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask(
      "enter",
      ["role": .text(role.rawValue), "name": .text(field), "text": .text(text)],
      sourceLocation
    )
  }

  func text(
    of field: String,
    role: Role = .field,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    try await ask("text", ["role": .text(role.rawValue), "name": .text(field)], sourceLocation)
      .text ?? ""
  }

  /// Returns how far from the left edge of its window the middle of an element is, in pixels.
  func x(
    of role: Role,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Int {
    let answer = try await ask(
      "place",
      ["role": .text(role.rawValue), "name": .text(name)],
      sourceLocation
    )
    return try #require(answer.x)
  }

  /// Presses a key, named as xdotool does: `Escape`, `alt+Left`.
  func key(_ keys: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await ask("key", ["keys": .text(keys)], sourceLocation)
  }

  /// Presses Tab until the element whose name begins so has the keyboard focus.
  func tab(to name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    var passed: [String] = []
    for _ in 0..<20 {
      let focused = try await ask("focused", [:], sourceLocation).name ?? ""
      if focused.hasPrefix(name) { return }
      passed.append(focused)
      try await key("Tab", sourceLocation: sourceLocation)
    }
    Issue.record(
      "Tab does not lead to “\(name)”, but to \(passed).",
      sourceLocation: sourceLocation
    )
    throw Program.Failure(message: "The keyboard does not get there.")
  }

  /// Returns the name of what has the keyboard focus.
  func focusedName(sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    try await ask("focused", [:], sourceLocation).name ?? ""
  }

  /// Waits until the element of a name has the keyboard focus.
  func focused(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let focused = try await ask("focused", [:], sourceLocation).name ?? ""
      if focused == name { return }
      try #require(
        ContinuousClock.now < deadline,
        "“\(focused)” has the focus, not “\(name)”.",
        sourceLocation: sourceLocation
      )
    }
  }

  /// Types a text.
  ///
  /// - Parameter delay: The time between two keys, in milliseconds.
  func type(
    _ text: String,
    delay: Int = 20,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask("type", ["text": .text(text), "delay": .number(delay)], sourceLocation)
  }

  /// Chooses a file in the file dialog with a title.
  func choose(
    _ file: URL,
    in title: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask("choose", ["name": .text(title), "file": .text(file.path)], sourceLocation)
  }

  /// Waits for a window of that title.
  func window(_ title: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await ask("window", ["name": .text(title)], sourceLocation)
  }

  /// The titles of all windows, those on top first.
  func windows(sourceLocation: SourceLocation = #_sourceLocation) async throws -> [String] {
    try await ask("windows", [:], sourceLocation).windows ?? []
  }

  /// Waits until the program has windows with these titles, in any order.
  func windows(
    _ titles: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    var found: [String] = []
    repeat {
      found = try await windows(sourceLocation: sourceLocation)
      if found.sorted() == titles.sorted() { return }
    } while ContinuousClock.now < deadline
    try await screenshot("other-windows")
    Issue.record("There are the windows \(found).", sourceLocation: sourceLocation)
    throw Program.Failure(message: "The windows do not come.")
  }

  /// Asks the window of a title to close, as the desktop's own buttons and keys do.
  func close(_ window: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await ask("close", ["name": .text(window)], sourceLocation)
  }

  /// Gives the window of a title another size, as a person who drags its corner.
  func resize(
    _ window: String,
    width: Int,
    height: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await ask(
      "resize",
      ["name": .text(window), "width": .number(width), "height": .number(height)],
      sourceLocation
    )
  }

  /// Returns the size of the window of a title.
  func size(
    of window: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Int] {
    let answer = try await ask("size", ["name": .text(window)], sourceLocation)
    return [try #require(answer.width), try #require(answer.height)]
  }

  func labels(sourceLocation: SourceLocation = #_sourceLocation) async throws -> [String] {
    try await ask("labels", [:], sourceLocation).labels ?? []
  }

  /// Takes a picture of the display, if the environment variable `INVENTORY_SCREENSHOTS` names a
  /// folder for them.
  func screenshot(
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    guard let folder = ProcessInfo.processInfo.environment["INVENTORY_SCREENSHOTS"] else { return }
    try await ask("screenshot", ["file": .text("\(folder)/\(name).png")], sourceLocation)
  }

  /// The roles that the tests speak of, under AT-SPI's names.
  enum Role: String {
    case button
    case checkBox = "check box"
    case field = "text"
    case image = "image"
    case label = "label"
    case searchField = "entry"
    case spinButton = "spin button"
  }

  // MARK: The conversation

  private enum Value: Encodable, Sendable {
    case text(String)
    case texts([String])
    case number(Int)
    case object([String: String])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let value): try container.encode(value)
      case .texts(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  private struct Answer: Decodable, Sendable {
    var error: String?
    var height: Int?
    var labels: [String]?
    var name: String?
    var output: String?
    var status: Int?
    var text: String?
    var width: Int?
    var windows: [String]?
    var x: Int?
  }

  @discardableResult
  private func ask(
    _ what: String,
    _ values: [String: Value],
    _ sourceLocation: SourceLocation
  ) async throws -> Answer {
    let answer = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Answer, any Error>) in
      conversation.async {
        continuation.resume(with: Result { try self.converse(what, values) })
      }
    }
    if let error = answer.error {
      Issue.record("\(what): \(error)", sourceLocation: sourceLocation)
      throw Program.Failure(message: "The request “\(what)” failed.")
    }
    return answer
  }

  private func converse(_ what: String, _ values: [String: Value]) throws -> Answer {
    var line = try JSONEncoder().encode(values.merging(["do": .text(what)]) { $1 })
    line.append(UInt8(ascii: "\n"))
    try requests.fileHandleForWriting.write(contentsOf: line)
    var answer = Data()
    while answer.last != UInt8(ascii: "\n") {
      let part = answers.fileHandleForReading.availableData
      guard !part.isEmpty else {
        throw Program.Failure(message: "The desktop session ended unexpectedly.")
      }
      answer.append(part)
    }
    return try JSONDecoder().decode(Answer.self, from: answer)
  }
}
