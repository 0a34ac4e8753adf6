import Foundation
import PostgresClient
import Synchronization

/// A PostgreSQL server for tests, which `scripts/dev-server.sh` starts in a folder of its own.
///
/// It ends when this process does, however that ends: the script waits for the end of a pipe.
package final class TestServer: Sendable {
  package enum Feature: String, Sendable {
    /// It also listens on a port of 127.0.0.1.
    case port = "--port"
    /// It has a certificate there.
    case tls = "--tls"
  }

  /// What can be done with the server.
  package enum Command: String, Sendable {
    /// Ends it at once, without a word to anybody.
    case kill
    /// Ends it, and all sessions.
    case stop
    /// Starts it again.
    case start
    /// Makes it read its settings again.
    case reload
  }

  /// Where its socket is, and its data in the folder `data`.
  package let folder: String
  package let port: Int

  private let process: Process
  private let input: FileHandle
  private let output: LineReader
  private let lastDatabase = Mutex(0)

  /// The server that all tests share that do no harm to it.
  package static let shared = Task { try await TestServer() }

  package convenience init(_ features: Feature...) async throws {
    try await self.init(arguments: features.map(\.rawValue))
  }

  /// A server that follows another one, and has the same data. It also listens on a port.
  package convenience init(replicaOf primary: TestServer) async throws {
    try await self.init(
      arguments: [Feature.port.rawValue, "--replica-of", "\(primary.folder):\(primary.port)"]
    )
  }

  private init(arguments: [String]) async throws {
    let input = Pipe()
    let output = Pipe()
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../scripts/dev-server.sh").standardizedFileURL
    process = Process()
    process.executableURL = script
    process.arguments = ["serve"] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.input = input.fileHandleForWriting
    self.output = LineReader(output.fileHandleForReading)
    let words = try await self.output.next()?.split(separator: " ") ?? []
    guard words.count == 2, let port = Int(words[1]) else {
      throw TestServerError(description: "The server did not start.")
    }
    folder = String(words[0])
    self.port = port
  }

  deinit {
    try? input.close()
    process.waitUntilExit()
    // Foundation keeps a process that has run, and with it the pipe.
    output.close()
  }

  /// Does something with the server, and returns once it is done.
  package func run(_ command: Command) async throws {
    try input.write(contentsOf: Data("\(command.rawValue)\n".utf8))
    guard try await output.next() == command.rawValue else {
      throw TestServerError(description: "The server did not \(command.rawValue).")
    }
  }

  /// How to connect to a database through the socket, as the superuser.
  package func options(database: String = "postgres") throws -> ConnectionOptions {
    try ConnectionOptions(
      "host=\(folder) port=\(port) user=inventory dbname=\(database)"
    )
  }

  /// How to connect to a database through a port.
  package func options(
    database: String = "postgres",
    user: String,
    password: String?,
    port: Int? = nil
  ) throws -> ConnectionOptions {
    try ConnectionOptions(
      "host=127.0.0.1 port=\(port ?? self.port) user=\(user) dbname=\(database)"
        + " passfile=/missing sslmode=disable gssencmode=disable",
      password: password
    )
  }

  /// The address of a database on the server, as people write it.
  package func address(
    of options: ConnectionOptions,
    user: String = "inventory"
  ) throws -> String {
    guard let name = options.parameters["dbname"] else {
      throw TestServerError(description: "The options name no database.")
    }
    return "postgresql://\(user)@/\(name)?host=\(folder)&port=\(port)"
  }

  /// Makes a database, and returns how to connect to it.
  ///
  /// - Parameter template: A database to copy, which nobody uses; `nil` for an empty one.
  package func makeDatabase(from template: Identifier? = nil) async throws -> ConnectionOptions {
    let number = lastDatabase.withLock { last in
      last += 1
      return last
    }
    let name = "test_\(number)"
    let connection = try await Connection.connect(options())
    let source: SQL = template.map { "TEMPLATE \($0)" } ?? ""
    try await connection.execute("CREATE DATABASE \(Identifier(name)) \(source)")
    await connection.close()
    return try options(database: name)
  }
}

package struct TestServerError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// Connects to an empty database of the server that all tests share.
package func connectToEmptyDatabase() async throws -> Connection {
  try await Connection.connect(TestServer.shared.value.makeDatabase())
}

/// Reads lines of a process, in a thread that may wait.
private final class LineReader: Sendable {
  private let handle: FileHandle
  private let queue = DispatchQueue(label: "PostgreSQL for tests")

  init(_ handle: FileHandle) { self.handle = handle }

  func close() { try? handle.close() }

  func next() async throws -> String? {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [self] in
        continuation.resume(
          with: Result {
            var line = Data()
            while let byte = try handle.read(upToCount: 1), !byte.isEmpty {
              if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
              line += byte
            }
            return nil
          }
        )
      }
    }
  }
}
