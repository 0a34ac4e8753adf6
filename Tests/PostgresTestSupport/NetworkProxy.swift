import Foundation
import Synchronization

/// What lies between a client and a server, and can break.
package final class NetworkProxy: Sendable {
  package enum Mode: Sendable {
    /// Everything passes.
    case passing
    /// Everything passes, but takes 100 ms each way.
    case slow
    /// Nothing passes, and nobody is told.
    case stalled
    /// What the client sends passes, the answers are lost.
    case losingAnswers
    /// All connections are closed, new ones at once.
    case cut
    /// A connection is cut when a client commits: before the server is told, or before the client
    /// gets the answer.
    case cuttingCommits
  }

  fileprivate struct State {
    var mode = Mode.passing
    var pairs: [Int: (client: Int32, server: Int32)] = [:]
    var lastPair = 0
    var cutCommits = 0
    /// When a client says this, the network stalls.
    var lastWords: Data?
    var roundTrips = 0
  }

  /// What the threads share. They outlive the proxy by a moment.
  fileprivate final class Shared: Sendable {
    let condition = NSCondition()
    let state = Mutex(State())
  }

  private let shared = Shared()
  private let listener: LoopbackListener

  package var port: Int { listener.port }

  /// How many connections were cut while a client committed.
  package var cutCommits: Int { shared.state.withLock { $0.cutCommits } }

  /// - Parameter port: The port of the server.
  package init(to port: Int) throws {
    listener = try LoopbackListener { [shared] client in
      guard shared.state.withLock({ $0.mode }) != .cut else { return }
      let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard server >= 0 else { return }
      defer { close(server) }
      var address = loopbackAddress(port: UInt16(port))
      let isConnected = withUnsafeAddress(&address) { connect(server, $0, $1) == 0 }
      guard isConnected else { return }
      let number = shared.state.withLock { state in
        state.lastPair += 1
        state.pairs[state.lastPair] = (client, server)
        return state.lastPair
      }
      let answers = DispatchSemaphore(value: 0)
      let turn = Turn()
      Thread.detachNewThread {
        shared.forward(from: server, to: client, turn, areAnswers: true)
        answers.signal()
      }
      shared.forward(from: client, to: server, turn, areAnswers: false)
      answers.wait()
      shared.state.withLock { $0.pairs[number] = nil }
    }
  }

  deinit { set(.cut) }

  package func set(_ mode: Mode) {
    shared.condition.lock()
    shared.state.withLock { state in
      state.mode = mode
      guard mode == .cut else { return }
      for (client, server) in state.pairs.values {
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
      }
    }
    shared.condition.broadcast()
    shared.condition.unlock()
  }
}

extension NetworkProxy {
  /// Stalls everything as soon as a client says something, which the server does not get any more.
  package func stall(at words: some Sequence<UInt8>) {
    shared.state.withLock { $0.lastWords = Data(words) }
  }

  /// How often clients have said something and waited for the answer, on all connections together.
  package var roundTrips: Int { shared.state.withLock { $0.roundTrips } }

  /// Whether nothing passes.
  package var isStalled: Bool { shared.state.withLock { $0.mode } == .stalled }
}

/// Who has said something last on a connection.
private final class Turn: Sendable {
  private let isClients = Mutex(false)

  /// - Returns: Whether somebody else has said something before.
  func take(isClient: Bool) -> Bool {
    isClients.withLock { isClients in
      defer { isClients = isClient }
      return isClients != isClient
    }
  }
}

extension NetworkProxy.Shared {
  fileprivate func forward(
    from source: Int32,
    to target: Int32,
    _ turn: Turn,
    areAnswers: Bool
  ) {
    defer {
      shutdown(source, Int32(SHUT_RDWR))
      shutdown(target, Int32(SHUT_RDWR))
    }
    while true {
      let bytes = receiveSome(from: source)
      guard !bytes.isEmpty else { break }
      if turn.take(isClient: !areAnswers), areAnswers { state.withLock { $0.roundTrips += 1 } }
      condition.lock()
      state.withLock { state in
        guard !areAnswers, let words = state.lastWords, bytes.firstRange(of: words) != nil
        else { return }
        state.mode = .stalled
        state.lastWords = nil
      }
      while state.withLock({ $0.mode }) == .stalled { condition.wait() }
      condition.unlock()
      if state.withLock({ $0.mode }) == .slow { Thread.sleep(forTimeInterval: 0.1) }
      let mode = state.withLock { $0.mode }
      if mode == .losingAnswers && areAnswers { continue }
      if mode == .cuttingCommits, !areAnswers, bytes.firstRange(of: Data("COMMIT".utf8)) != nil {
        state.withLock { $0.cutCommits += 1 }
        if Bool.random() { _ = sendAll(bytes, to: target) }
        break
      }
      guard mode != .cut, sendAll(bytes, to: target) else { break }
    }
  }
}
