import Foundation

/// A server that says what looks like PostgreSQL over TLS, in records as large as TLS allows.
///
/// A statement has one value, a number in the form of text. The answer fills as many records: rows
/// with a text of 3,000 bytes, and a last one with what is missing.
package final class FullRecordsServer: Sendable {
  package let port: Int
  private let process: Process

  /// - Parameter certificateFolder: Where `server.crt` and `server.key` are.
  package init(certificateFolder: String) throws {
    let output = Pipe()
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", Self.program, certificateFolder]
    process.standardOutput = output
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty,
      byte != Data("\n".utf8)
    { line += byte }
    guard let port = Int(String(decoding: line, as: UTF8.self)) else {
      process.terminate()
      throw TestServerError(description: "The server with full records did not start.")
    }
    self.port = port
  }

  deinit { process.terminate() }

  private static let program = """
    import re, socket, ssl, struct, sys

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1] + "/server.crt", sys.argv[1] + "/server.key")
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def message(kind, content):
        return kind + struct.pack("!i", len(content) + 4) + content

    ready = message(b"Z", b"I")
    client, _ = listener.accept()
    client.recv(8)
    client.sendall(b"S")
    tls = context.wrap_socket(client, server_side=True)
    tls.recv(65536)
    tls.sendall(
        message(b"R", struct.pack("!i", 0))
        + message(b"S", b"client_encoding\\0UTF8\\0")
        + message(b"K", struct.pack("!ii", 1, 2))
        + ready
    )
    while request := tls.recv(65536):
        asked = re.search(rb"<([0-9]+)>", request)
        if not asked:
            break
        column = b"t\\0" + struct.pack("!ihihih", 0, 0, 25, -1, -1, 1)
        answer = message(b"1", b"") + message(b"2", b"")
        answer += message(b"T", struct.pack("!h", 1) + column)
        end = message(b"C", b"SELECT 1\\0") + ready
        size = int(asked[1]) * 16384 - len(end) - 11
        while len(answer) < size:
            length = min(3000, size - len(answer))
            answer += message(b"D", struct.pack("!hi", 1, length) + b"x" * length)
            if length < 3000:
                break
        tls.sendall(answer + end)
    """
}
