/// Connects Swift closures to GObject signals.
///
/// ```swift
/// Signal.connect(button, "clicked") { print("clicked") }
/// Signal.connect(dialog, "response", .int32) { response in print(response) }
/// Signal.connect(switch, notify: "active") { print("turned") }
/// ```
///
/// GLib owns the closure until the handler is disconnected or the object is destroyed; there is
/// nothing to release. A closure that strongly captures the object it is connected to keeps that
/// object alive forever: capture it weakly, or capture its pointer.
///
/// Handlers run on the main actor. If C code emits a signal on another thread, which the compiler
/// cannot see, the program is terminated before the handler runs, because the handler would be a
/// data race. C code has to switch to the main thread first, with `g_idle_add`.
public enum Signal {
  /// Connects a handler that takes no arguments and returns nothing.
  ///
  /// - Parameters:
  ///   - object: The object that emits the signal.
  ///   - name: The signal, with its detail if it has one.
  ///   - after: Whether the handler runs after the object's default handler.
  ///   - handler: Called on the main actor.
  /// - Returns: The connection, to disconnect or block the handler. It need not be retained.
  /// - Precondition: The object has such a signal (checked in debug builds).
  @discardableResult
  public static func connect(
    _ object: some InstancePointer,
    _ name: String,
    after: Bool = false,
    _ handler: @escaping () -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SignalConnection {
    connect(object, name, .void, after: after, handler, fileID: fileID, line: line)
  }

  /// Connects a handler for changes of a property.
  ///
  /// - Parameters:
  ///   - object: The object that has the property.
  ///   - property: The name of the property.
  ///   - handler: Called on the main actor after each change.
  /// - Returns: The connection, to disconnect or block the handler. It need not be retained.
  /// - Precondition: The object has such a property (checked in debug builds).
  @discardableResult
  public static func connect(
    _ object: some InstancePointer,
    notify property: String,
    _ handler: @escaping () -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SignalConnection {
    assert(
      object.has(property: property),
      "\(object.typeName) has no property \"\(property)\""
    )
    return connect(
      object,
      "notify::\(property)",
      .pointer,
      { _ in handler() },
      fileID: fileID,
      line: line
    )
  }

  /// Connects a handler of any shape.
  ///
  /// - Parameters:
  ///   - object: The object that emits the signal.
  ///   - name: The signal, with its detail if it has one.
  ///   - shape: The arguments and the result of the signal's C handler. They must be exactly those
  ///     in GTK's documentation; this cannot be checked.
  ///   - after: Whether the handler runs after the object's default handler.
  ///   - handler: Called on the main actor.
  /// - Returns: The connection, to disconnect or block the handler. It need not be retained.
  /// - Precondition: The object has such a signal (checked in debug builds).
  @discardableResult
  public static func connect<Handler>(
    _ object: some InstancePointer,
    _ name: String,
    _ shape: SignalShape<Handler>,
    after: Bool = false,
    _ handler: Handler,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SignalConnection {
    assert(hasSignal(object, name), "\(object.typeName) has no signal \"\(name)\"")
    let box = ClosureBox(instance: object.instance, handler: handler)
    box.identifier = g_signal_connect_data(
      object.instance,
      name,
      shape.callback,
      Unmanaged.passRetained(box).toOpaque(),
      // The only place where the box is released.
      { data, _ in Unmanaged<SignalConnection>.fromOpaque(data!).takeRetainedValue().released() },
      after ? G_CONNECT_AFTER : GConnectFlags(rawValue: 0)
    )
    if isRecording {
      record[ObjectIdentifier(box)] = RecordedHandler(
        signal: name,
        object: object.instance,
        location: "\(fileID):\(line)",
        identifier: box.identifier
      )
    }
    return box
  }

  /// Emits a signal that has neither arguments nor a result.
  ///
  /// - Parameters:
  ///   - object: The object that emits the signal.
  ///   - name: The signal.
  /// - Precondition: The object has such a signal (checked in debug builds).
  public static func emit(_ object: some InstancePointer, _ name: String) {
    assert(hasSignal(object, name), "\(object.typeName) has no signal \"\(name)\"")
    withVaList([]) { arguments in
      g_signal_emit_valist(object.instance, g_signal_lookup(name, typeOf(object)), 0, arguments)
    }
  }

  /// The number of handlers that GLib has at present. For tests that check that none is left.
  public internal(set) static var liveHandlers = 0

  /// Whether newly connected handlers are recorded for ``descriptionsOfRecordedHandlers()``.
  public static var isRecording = false {
    didSet { if !isRecording { record = [:] } }
  }

  /// Returns a description of each recorded handler that is still connected, in the order in which
  /// they were connected: the signal, the object and the line of code. For tests that report which
  /// handler is left.
  public static func descriptionsOfRecordedHandlers() -> [String] {
    record.values.sorted { $0.identifier < $1.identifier }.map(\.description)
  }

  fileprivate static var record: [ObjectIdentifier: RecordedHandler] = [:]

  private static func hasSignal(_ object: some InstancePointer, _ name: String) -> Bool {
    var signal: guint = 0
    var detail: GQuark = 0
    return g_signal_parse_name(name, typeOf(object), &signal, &detail, 1) != 0
  }

  private static func typeOf(_ object: some InstancePointer) -> GType {
    let instance = object.instance.assumingMemoryBound(to: GTypeInstance.self)
    return instance.pointee.g_class.pointee.g_type
  }
}

/// A handler connected to a signal.
///
/// Releasing this object does not disconnect the handler, which stays connected until
/// `disconnect()` is called or the emitting object is destroyed. The connection does not retain the
/// emitting object and, once disconnected, does not retain the closure.
public class SignalConnection {
  private var instance: UnsafeMutableRawPointer?
  fileprivate var identifier: gulong = 0

  fileprivate init(instance: UnsafeMutableRawPointer) {
    self.instance = instance
    Signal.liveHandlers += 1
  }

  /// Whether the handler can still be called.
  public var isConnected: Bool { instance != nil }

  /// Disconnects the handler. Does nothing if it is not connected, or if the object is gone.
  public func disconnect() {
    guard let instance else { return }
    self.instance = nil
    g_signal_handler_disconnect(instance, identifier)
  }

  /// Runs `body` while the handler is blocked, so that changes of the object do not call it.
  public func withBlocked<Result>(_ body: () throws -> Result) rethrows -> Result {
    block()
    defer { unblock() }
    return try body()
  }

  /// Blocks the handler until `unblock()`. Calls nest.
  public func block() {
    guard let instance else { return }
    g_signal_handler_block(instance, identifier)
  }

  /// Reverts one call of `block()`.
  public func unblock() {
    guard let instance else { return }
    g_signal_handler_unblock(instance, identifier)
  }

  /// GLib has released the closure.
  fileprivate func released() {
    instance = nil
    Signal.liveHandlers -= 1
    if Signal.isRecording { Signal.record[ObjectIdentifier(self)] = nil }
  }
}

/// The connection together with its closure, in a single allocation.
final class ClosureBox<Handler>: SignalConnection {
  private(set) var handler: Handler?

  fileprivate init(instance: UnsafeMutableRawPointer, handler: Handler) {
    self.handler = handler
    super.init(instance: instance)
  }

  fileprivate override func released() {
    super.released()
    handler = nil
  }
}

private struct RecordedHandler: CustomStringConvertible {
  let signal: String
  /// Valid as long as the handler is connected.
  let object: UnsafeMutableRawPointer
  let location: String
  let identifier: gulong

  var description: String {
    let references = object.assumingMemoryBound(to: GObject.self).pointee.ref_count
    var description =
      "\(signal) of \(object.typeName) \(object), referenced \(references)x, from \(location)"
    if let widget = object.castIfPossible(to: GtkWidget.self) {
      let ancestors = sequence(first: widget) { gtk_widget_get_parent($0) }.dropFirst()
      description += ", in \(ancestors.map(\.typeName))"
    }
    return description
  }
}
