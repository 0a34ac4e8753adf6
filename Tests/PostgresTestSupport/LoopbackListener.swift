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
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRINUSE) }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
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
