import Foundation
import PostgresClient

/// A server that says what a test wants, in PostgreSQL's protocol or not.
package final class FakeServer: Sendable {
  private let listener: LoopbackListener

  /// - Parameters:
  ///   - greeting: What is sent when a client has introduced itself.
  ///   - answer: What is sent each time that the client has sent something; `nil` closes the
  ///     connection.
  package init(
    greeting: [UInt8] = FakeServer.greeting,
    answer: @escaping @Sendable () -> [UInt8]?
  ) throws {
    listener = try LoopbackListener { client in
      guard !receiveSome(from: client).isEmpty, sendAll(greeting, to: client) else { return }
      while !receiveSome(from: client).isEmpty {
        guard let answer = answer(), sendAll(answer, to: client) else { return }
      }
    }
  }

  package func options() throws -> ConnectionOptions { try Self.options(port: listener.port) }

  /// How to connect to what listens on a port and is no server of PostgreSQL.
  package static func options(port: Int) throws -> ConnectionOptions {
    var options = try ConnectionOptions(
      "host=127.0.0.1 port=\(port) user=x dbname=x sslmode=disable gssencmode=disable"
        + " passfile=/missing"
    )
    options.limitsLostClients = false
    options.connectTimeout = .seconds(5)
    options.answerTimeout = .milliseconds(500)
    options.cancelTimeout = .milliseconds(200)
    return options
  }

  /// Lets everybody in.
  package static let greeting: [UInt8] = {
    var greeting = message("R", Int32(0).bytes)
    greeting += message("S", cString("server_version") + cString("15.0"))
    greeting += message("S", cString("client_encoding") + cString("UTF8"))
    greeting += message("K", Int32(1).bytes + Int32(2).bytes)
    return greeting + ready
  }()

  package static let ready = message("Z", [UInt8(ascii: "I")])

  /// What comes before the rows of a statement.
  ///
  /// - Parameter columns: The names, types and forms of the columns.
  package static func rowsBegin(_ columns: [(name: String, type: Int32, format: Int16)]) -> [UInt8]
  {
    var description = Int16(columns.count).bytes
    for column in columns {
      description += cString(column.name) + Int32(0).bytes + Int16(0).bytes
      description += column.type.bytes + Int16(-1).bytes + Int32(-1).bytes + column.format.bytes
    }
    return message("1", []) + message("2", []) + message("T", description)
  }

  package static func row(_ values: [[UInt8]?]) -> [UInt8] {
    var content = Int16(values.count).bytes
    for value in values {
      content += Int32(value?.count ?? -1).bytes
      content += value ?? []
    }
    return message("D", content)
  }

  package static let rowsEnd = message("C", cString("SELECT 1")) + ready

  package static func message(_ kind: Character, _ content: [UInt8]) -> [UInt8] {
    [kind.asciiValue!] + Int32(content.count + 4).bytes + content
  }

  package static func cString(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}

extension FixedWidthInteger {
  /// The bytes in the order of the network.
  package var bytes: [UInt8] { withUnsafeBytes(of: bigEndian, Array.init) }
}
