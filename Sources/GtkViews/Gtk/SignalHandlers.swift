import GtkKit

/// The signal handlers of one owner, for disconnecting all of them together.
final class SignalHandlers {
  private var connections: [SignalConnection] = []

  init() {}

  deinit {}

  /// Connects a handler without arguments.
  @discardableResult
  func connect(
    _ object: some InstancePointer,
    _ signal: String,
    _ handler: @escaping () -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SignalConnection {
    keep(Signal.connect(object, signal, handler, fileID: fileID, line: line))
  }

  /// Connects a handler for changes of a property.
  @discardableResult
  func connect(
    _ object: some InstancePointer,
    notify property: String,
    _ handler: @escaping () -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SignalConnection {
    keep(Signal.connect(object, notify: property, handler, fileID: fileID, line: line))
  }

  /// Connects a handler of any shape.
  @discardableResult
  func connect<Handler>(
    _ object: some InstancePointer,
    _ signal: String,
    _ shape: SignalShape<Handler>,
    _ handler: Handler,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SignalConnection {
    keep(Signal.connect(object, signal, shape, handler, fileID: fileID, line: line))
  }

  private func keep(_ connection: SignalConnection) -> SignalConnection {
    connections.append(connection)
    return connection
  }

  func disconnectAll() {
    for connection in connections { connection.disconnect() }
    connections = []
  }
}
