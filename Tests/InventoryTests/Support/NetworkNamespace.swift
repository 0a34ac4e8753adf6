import Foundation
import PostgresTestSupport

/// A network of its own, which a cable joins to that of the test. Only root can make one.
final class NetworkNamespace: Sendable {
  /// The address of the test at the other end of the cable.
  let addressOfTest: String
  private let name: String
  private let cable: String

  /// Whether this process may make one.
  static let canBeMade = (try? NetworkNamespace()) != nil

  init() throws {
    // These addresses are for tests of networks. Each namespace has four of them.
    let number = Int.random(in: 0..<16_384)
    let network = "198.18.\(number / 64)"
    let first = number % 64 * 4
    name = "inventory-\(number)"
    cable = "inv\(number)"
    addressOfTest = "\(network).\(first + 1)"
    do {
      try ip("netns add \(name)")
      try ip("link add \(cable) type veth peer name desk netns \(name)")
      try ip("address add \(addressOfTest)/30 dev \(cable)")
      try ip("-n \(name) address add \(network).\(first + 2)/30 dev desk")
      try ip("-n \(name) link set lo up")
      try ip("-n \(name) link set desk up")
      try ip("link set \(cable) up")
    } catch {
      remove()
      throw error
    }
  }

  deinit { remove() }

  private func remove() {
    try? ip("link delete \(cable)")
    try? ip("netns delete \(name)")
  }

  /// What is given to `ip` to run a program in this network.
  func arguments(for program: String, _ arguments: [String]) -> [String] {
    ["netns", "exec", name, program] + arguments
  }

  /// Pulls the cable out. Nobody is told.
  func disconnect() throws { try ip("link set \(cable) down") }

  func connect() throws { try ip("link set \(cable) up") }

  static let ip = "/usr/sbin/ip"

  private func ip(_ words: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.ip)
    process.arguments = words.split(separator: " ").map(String.init)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TestServerError(description: "ip \(words) failed.")
    }
  }
}

extension TestServer {
  /// Listens at other addresses of this machine, too, from the next start on. Only root can do it.
  func listen(at addresses: [String]) async throws {
    let all = (["127.0.0.1"] + addresses).joined(separator: ",")
    try append("listen_addresses = '\(all)'", to: "postgresql.conf")
    try append("host all all 198.18.0.0/15 scram-sha-256", to: "pg_hba.conf")
    try await run(.stop)
    try await run(.start)
  }

  private func append(_ line: String, to file: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: "\(folder)/data/\(file)"))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data("\(line)\n".utf8))
  }
}
