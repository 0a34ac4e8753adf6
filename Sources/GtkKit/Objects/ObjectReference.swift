/// A strong reference to a GObject.
///
/// The initializer takes the reference and the deinitializer releases it. A new widget has a
/// *floating* reference. Wrapping the widget sinks that reference, so that the wrapper owns the
/// widget until a container does too.
///
/// The wrapper may be released on any thread. The reference itself is always released on the main
/// actor, because the last release destroys widgets.
@MainActor  // Explicit: with an isolated deinit, other modules do not see the default.
public final class ObjectReference {
  /// The address of the instance, valid as long as this reference exists.
  public let instance: UnsafeMutableRawPointer

  /// Takes an additional reference, or sinks the floating reference of a new object.
  ///
  /// - Parameter pointer: A GObject instance.
  public init(_ pointer: some InstancePointer) {
    instance = pointer.instance
    g_object_ref_sink(instance)
  }

  /// Takes over a reference that the caller owns ("transfer full" in GTK's documentation).
  ///
  /// - Parameter pointer: An instance that is not floating.
  public init(owning pointer: some InstancePointer) {
    instance = pointer.instance
    assert(g_object_is_floating(instance) == 0, "\(instance.typeName) is floating: sink it")
  }

  isolated deinit {
    g_object_unref(instance)
  }

  /// The object as a widget.
  ///
  /// - Precondition: The object is a widget (checked in debug builds).
  public var widget: WidgetPointer { instance.cast() }

  /// The object as a pointer to a type whose structure is private.
  public var opaque: OpaquePointer { OpaquePointer(instance) }

  /// Returns the object as a pointer to `Target`.
  ///
  /// - Precondition: The object is a `Target` (checked in debug builds).
  public func cast<Target: ObjectInstance>(
    to _: Target.Type = Target.self
  ) -> UnsafeMutablePointer<Target> {
    instance.cast()
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Takes a reference, or sinks the floating one of a new widget: an ``ObjectReference`` without
  /// an object, for owners of which there are many. Each call needs a call of `release()`.
  package func retain() { g_object_ref_sink(self) }

  /// Releases a reference.
  package func release() { g_object_unref(self) }
}

/// Tells whether a GObject still exists, without retaining it.
///
/// GLib's own weak references are cleared when the object is *disposed*; this one is cleared when
/// the object is *finalized*. It is meant for tests that check that nothing is left.
public final class WeakReference {
  private let state: ObjectWatch.State

  /// Starts watching an object.
  ///
  /// - Parameter pointer: A live GObject instance.
  public init(_ pointer: some InstancePointer) {
    state = ObjectWatch.state(of: pointer.instance)
  }

  /// Whether the object has not been finalized yet.
  public var isAlive: Bool { state.instance != nil }

  /// The address of the instance while it exists.
  public var instance: UnsafeMutableRawPointer? { state.instance }
}

/// The data that is attached to a watched object, and released with it.
private enum ObjectWatch {
  final class State {
    var instance: UnsafeMutableRawPointer?
    init(_ instance: UnsafeMutableRawPointer) { self.instance = instance }
  }

  private static let key = g_quark_from_string("swift-gtkkit-watch")

  static func state(of instance: UnsafeMutableRawPointer) -> State {
    let object: UnsafeMutablePointer<GObject> = instance.cast()
    if let data = g_object_get_qdata(object, key) {
      return Unmanaged<State>.fromOpaque(data).takeUnretainedValue()
    }
    let state = State(instance)
    // Data attached to an object is released when it is finalized, not when it is disposed.
    g_object_set_qdata_full(object, key, Unmanaged.passRetained(state).toOpaque()) { data in
      let state = Unmanaged<State>.fromOpaque(data!).takeRetainedValue()
      state.instance = nil
    }
    return state
  }
}
