import Foundation
import Synchronization

/// Takes connections on a port of 127.0.0.1, each in a thread of its own.
package final class LoopbackListener: Sendable {
  package let port: Int
  private let descriptor: Int32

  /// - Parameter serve: What is done with a connection. It is closed afterwards.
  package init(_ serve: @escaping @Sendable (_ descriptor: Int32) -> Void) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard let port = listen(onLoopback: descriptor, queue: 64) else {
      throw POSIXError(.EADDRINUSE)
    }
    self.descriptor = descriptor
    self.port = port
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        // The listener is gone.
        guard client >= 0 else { break }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread {
          serve(client)
          close(client)
        }
      }
      close(descriptor)
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// A port of 127.0.0.1 that does not answer at all, as that of a machine that is switched off: its
/// queue is full, so the system drops who comes.
package final class FullListener: Sendable {
  package let port: Int
  private let descriptors: [Int32]

  package init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard let port = listen(onLoopback: descriptor, queue: 0) else {
      close(descriptor)
      throw POSIXError(.EADDRINUSE)
    }
    self.port = port
    var descriptors = [descriptor]
    // A queue of 0 takes one connection, and some systems one more.
    for _ in 0..<3 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      guard client >= 0 else { continue }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      var address = loopbackAddress(port: UInt16(port))
      _ = withUnsafeAddress(&address) { connect(client, $0, $1) }
      descriptors.append(client)
    }
    self.descriptors = descriptors
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}

func loopbackAddress(port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  address.sin_port = port.bigEndian
  return address
}

func withUnsafeAddress<Value>(
  _ address: inout sockaddr_in,
  _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Value
) -> Value {
  withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

/// Makes a socket listen on a port of 127.0.0.1 that the system chooses.
///
/// - Returns: The port.
private func listen(onLoopback descriptor: Int32, queue: Int32) -> Int? {
  var address = loopbackAddress(port: 0)
  let isListening = withUnsafeAddress(&address) { address, size in
    var length = size
    return bind(descriptor, address, length) == 0 && listen(descriptor, queue) == 0
      && getsockname(descriptor, address, &length) == 0
  }
  return isListening ? Int(UInt16(bigEndian: address.sin_port)) : nil
}

/// Sends all bytes.
///
/// - Returns: Whether the other side has not closed the connection.
@discardableResult
package func sendAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
  let bytes = Array(bytes)
  var start = 0
  while start < bytes.count {
    let count = bytes.withUnsafeBytes {
      send(descriptor, $0.baseAddress! + start, bytes.count - start, Int32(MSG_NOSIGNAL))
    }
    guard count > 0 else { return false }
    start += count
  }
  return true
}

/// Receives what comes next.
///
/// - Returns: Nothing if the other side has closed the connection.
package func receiveSome(from descriptor: Int32) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
    count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
  }
}
