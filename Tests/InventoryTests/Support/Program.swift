import Foundation

/// The built program, as the end-to-end tests find and run it.
enum Program {
  /// The program lies in the build folder, next to the test bundle that is running.
  static let url = built("inventory")

  /// Changes a database until it is killed.
  static let writeLoad = built("WriteLoad")

  /// The gallery of all views.
  static let gallery = built("gallery")

  private static func built(_ name: String) -> URL {
    URL(fileURLWithPath: runningExecutable)
      .deletingLastPathComponent().appendingPathComponent(name)
  }

  /// The top of the sources.
  static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static var runningExecutable: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }

  /// The environment of the tests, with texts in English.
  static var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for key in environment.keys where key.hasPrefix("LC_") || key.hasPrefix("LANG") {
      environment[key] = nil
    }
    environment["LC_ALL"] = "C.UTF-8"
    return environment
  }

  /// How a command ended, and what it printed.
  struct Outcome: Equatable, Sendable {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs the program where there is no display, and waits for its end.
  static func runWithoutDisplay(
    _ arguments: [String],
    home: URL,
    input: URL? = nil,
    environment own: [String: String] = [:]
  ) async throws -> Outcome {
    var environment = environment.merging(own) { $1 }
    for key in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
      environment[key] = nil
    }
    environment["HOME"] = home.path
    environment["XDG_DATA_HOME"] = home.appendingPathComponent("data").path
    return try await run(url, arguments, environment: environment, input: input)
  }

  /// Asks a database from outside the program: the rows, their columns separated by `|`.
  static func query(_ database: URL, _ sql: String) async throws -> [String] {
    try await sqlite(["-readonly", "-bail", database.path, sql])
  }

  /// Changes a database from outside the program.
  static func change(_ database: URL, _ sql: String) async throws {
    _ = try await sqlite(["-bail", database.path, sql])
  }

  /// Like the program, SQLite's shell waits while another process has locked the file.
  private static func sqlite(_ arguments: [String]) async throws -> [String] {
    let outcome = try await run(
      URL(fileURLWithPath: "/usr/bin/sqlite3"),
      ["-cmd", ".timeout 20000"] + arguments,
      environment: ProcessInfo.processInfo.environment
    )
    guard outcome.status == 0 else { throw Failure(message: "sqlite3: \(outcome.errors)") }
    return outcome.output.split(separator: "\n").map(String.init)
  }

  struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
  }

  /// Runs a command to its end. The output goes through files, so that neither a full pipe nor a
  /// process left behind can make this wait for ever.
  static func run(
    _ executable: URL,
    _ arguments: [String],
    environment: [String: String],
    input: URL? = nil
  ) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let output = try folder.emptyFile("output")
    let errors = try folder.emptyFile("errors")
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = environment
    // Foundation keeps each process that has run, and what it refers to: hundreds of open files.
    // With more of them than one read of their folder returns, its next process can crash.
    let files = [
      try input.map(FileHandle.init(forReadingFrom:)), try FileHandle(forWritingTo: output),
      try FileHandle(forWritingTo: errors),
    ]
    defer { for file in files { try? file?.close() } }
    process.standardInput = files[0] ?? .nullDevice
    process.standardOutput = files[1]
    process.standardError = files[2]
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        ended.resume(throwing: error)
      }
    }
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8)
    )
  }
}

/// A folder that goes with the value.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("inventory-tests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> URL {
    url.appendingPathComponent(name)
  }

  func emptyFile(_ name: String) throws -> URL {
    try Data().write(to: file(name))
    return file(name)
  }

  /// Writes a text file and returns its place.
  func file(_ name: String, _ content: String) throws -> URL {
    try Data(content.utf8).write(to: file(name))
    return file(name)
  }
}
