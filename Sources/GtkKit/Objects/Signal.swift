/// Connects Swift closures to GObject signals.
///
/// ```swift
/// Signal.connect(button, "clicked") { print("clicked") }
/// Signal.connect(dialog, "response", .int32) { response in print(response) }
/// Signal.connect(switch, notify: "active") { print("turned") }
/// ```
///
/// GLib owns the closure from the moment it is connected until the handler is disconnected or the
/// object goes, whichever is first; there is nothing to release. A closure that captures a strong
/// reference to the object it is connected to keeps that object for ever: capture it weakly, or
/// capture its pointer.
///
/// Handlers belong to the main actor. A signal that C code emits on another thread, which no compiler can see, ends the
/// program before the handler runs, rather than letting it race: come back to the main thread first, with `g_idle_add`.
public enum Signal {
  /// Connects a handler that takes no arguments and returns nothing.
  ///
  /// - Parameters:
  ///   - object: The object that emits the signal.
  ///   - name: The signal, with its detail if it has one.
  ///   - after: Whether the handler runs after the object's own one.
  ///   - handler: What to call, on the main actor.
  /// - Returns: The connection, to disconnect or block the handler; it may be dropped.
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
  ///   - object: The object whose property is watched.
  ///   - property: The name of the property.
  ///   - handler: What to call, on the main actor, after each change.
  /// - Returns: The connection, to disconnect or block the handler; it may be dropped.
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
      hasProperty(object, property),
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
  ///   - shape: The arguments and the result that the signal's C handler has. They must be exactly
  ///     those of GTK's documentation: nothing can check them.
  ///   - after: Whether the handler runs after the object's own one.
  ///   - handler: What to call, on the main actor.
  /// - Returns: The connection, to disconnect or block the handler; it may be dropped.
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
        place: "\(fileID):\(line)",
        identifier: box.identifier
      )
    }
    return box
  }

  /// Emits a signal that has neither arguments nor a result, as GTK itself would.
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

  /// The number of handlers that GLib holds at the moment: for tests that prove that none is left.
  public internal(set) static var liveHandlers = 0

  /// Whether it is recorded what handlers are connected from now on, for ``descriptionsOfRecordedHandlers()``.
  public static var isRecording = false {
    didSet { if !isRecording { record = [:] } }
  }

  /// What is recorded and still connected: signal, object and place in the code of each handler, in the order in which
  /// they were connected. For tests that say which handler is left.
  public static func descriptionsOfRecordedHandlers() -> [String] {
    record.values.sorted { $0.identifier < $1.identifier }.map(\.description)
  }

  fileprivate static var record: [ObjectIdentifier: RecordedHandler] = [:]

  private static func hasSignal(_ object: some InstancePointer, _ name: String) -> Bool {
    var signal: guint = 0
    var detail: GQuark = 0
    return g_signal_parse_name(name, typeOf(object), &signal, &detail, 1) != 0
  }

  private static func hasProperty(_ object: some InstancePointer, _ name: String) -> Bool {
    let type = object.instance.assumingMemoryBound(to: UnsafeMutablePointer<GObjectClass>.self)
    return g_object_class_find_property(type.pointee, name) != nil
  }

  private static func typeOf(_ object: some InstancePointer) -> GType {
    let instance = object.instance.assumingMemoryBound(to: GTypeInstance.self)
    return instance.pointee.g_class.pointee.g_type
  }
}

/// A handler connected to a signal.
///
/// Dropping it changes nothing: the handler stays connected until `disconnect()` or until the
/// object goes. Holding it keeps neither the object nor, once disconnected, the closure.
public class SignalConnection {
  private var instance: UnsafeMutableRawPointer?
  fileprivate var identifier: gulong = 0

  fileprivate init(instance: UnsafeMutableRawPointer) {
    self.instance = instance
    Signal.liveHandlers += 1
  }

  /// Whether the handler can still be called.
  public var isConnected: Bool { instance != nil }

  /// Disconnects the handler. Does nothing when it already is, or when the object has gone.
  public func disconnect() {
    guard let instance else { return }
    self.instance = nil
    g_signal_handler_disconnect(instance, identifier)
  }

  /// Runs `body` while the handler is blocked, to change the object without hearing of it.
  public func withBlocked<Result>(_ body: () throws -> Result) rethrows -> Result {
    block()
    defer { unblock() }
    return try body()
  }

  /// Keeps the handler from being called until `unblock()`. Calls nest.
  public func block() {
    guard let instance else { return }
    g_signal_handler_block(instance, identifier)
  }

  /// Takes back one `block()`.
  public func unblock() {
    guard let instance else { return }
    g_signal_handler_unblock(instance, identifier)
  }

  /// GLib has let go of the closure.
  fileprivate func released() {
    instance = nil
    Signal.liveHandlers -= 1
    if Signal.isRecording { Signal.record[ObjectIdentifier(self)] = nil }
  }
}

/// The connection together with its closure: one allocation for both.
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
  /// Alive as long as it has the handler.
  let object: UnsafeMutableRawPointer
  let place: String
  let identifier: gulong

  var description: String {
    let references = object.assumingMemoryBound(to: GObject.self).pointee.ref_count
    var description =
      "\(signal) of \(object.typeName) \(object), referenced \(references)x, from \(place)"
    if let widget = object.castIfPossible(to: GtkWidget.self) {
      let ancestors = sequence(first: widget) { gtk_widget_get_parent($0) }.dropFirst()
      description += ", in \(ancestors.map(\.typeName))"
    }
    return description
  }
}
