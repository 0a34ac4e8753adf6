import GtkKit

/// What handles the signals or the input of a widget until it is removed.
protocol Attachment: AnyObject {
  func remove()
}

extension EventController: Attachment {}

extension SignalConnection: Attachment {
  func remove() { disconnect() }
}

/// The signal handlers and event controllers of one owner, for removing all of them together.
final class SignalHandlers {
  private var attachments: [any Attachment] = []

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

  /// Adds something that is removed together with the others.
  @discardableResult
  func keep<A: Attachment>(_ attachment: A) -> A {
    attachments.append(attachment)
    return attachment
  }

  func disconnectAll() {
    for attachment in attachments { attachment.remove() }
    attachments = []
  }
}
