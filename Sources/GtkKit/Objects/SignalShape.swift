/// The arguments and the result of a signal's C handler, as a Swift closure type.
///
/// Each shape is a C function that gets the closure from the user data and calls it. The emitting
/// instance, which is always the first C argument, is left out.
public struct SignalShape<Handler> {
  let callback: GCallback

  /// Makes a custom shape.
  ///
  /// - Parameter callback: A `@convention(c)` function with exactly the arguments of the signal. It
  ///   gets the closure from its last argument with `signalHandler(from:as:)`.
  public init<Function>(_ callback: Function) {
    self.callback = unsafeBitCast(callback, to: GCallback.self)
  }
}

/// Returns the closure that belongs to the user data of a C signal handler.
///
/// - Parameters:
///   - data: The user data.
///   - type: The type of the closure. It must be the type that was connected.
/// - Precondition: The signal was emitted on the main thread.
public func signalHandler<Handler>(from data: SignalData, as type: Handler.Type) -> Handler {
  MainActor.preconditionIsolated(
    """
    A signal was emitted on a thread that is not the main one. GTK may be used on the main thread only. Where a C library \
    calls back on a thread of its own, come back first: with 'Task { @MainActor in … }' in Swift, with 'g_idle_add' in C.
    """
  )
  return Unmanaged<ClosureBox<Handler>>.fromOpaque(data).takeUnretainedValue().handler!
}

public typealias SignalInstance = UnsafeMutableRawPointer
public typealias SignalData = UnsafeMutableRawPointer

extension SignalShape where Handler == () -> Void {
  /// No arguments, such as `clicked` and `changed`.
  public static var void: Self {
    let callback: @convention(c) (SignalInstance, SignalData) -> Void = { _, data in
      signalHandler(from: data, as: (() -> Void).self)()
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == () -> Bool {
  /// No arguments and a Boolean result, such as `close-request`.
  public static var returnsBool: Self {
    let callback: @convention(c) (SignalInstance, SignalData) -> gboolean = { _, data in
      signalHandler(from: data, as: (() -> Bool).self)() ? 1 : 0
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (Int32) -> Void {
  /// A C `int`, such as GtkDialog's `response`.
  public static var int32: Self {
    let callback: @convention(c) (SignalInstance, Int32, SignalData) -> Void = { _, value, data in
      signalHandler(from: data, as: ((Int32) -> Void).self)(value)
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (UInt32) -> Void {
  /// A C `unsigned int`, such as GtkListView's `activate`.
  public static var uint32: Self {
    let callback: @convention(c) (SignalInstance, UInt32, SignalData) -> Void = { _, value, data in
      signalHandler(from: data, as: ((UInt32) -> Void).self)(value)
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (_ tooltip: OpaquePointer) -> Bool {
  /// GtkWidget's `query-tooltip`: the tooltip to fill, and as result whether it is shown. The place
  /// of the pointer is left out.
  public static var queryTooltip: Self {
    let callback:
      @convention(c) (
        SignalInstance, Int32, Int32, gboolean, OpaquePointer, SignalData
      ) -> gboolean = { _, _, _, _, tooltip, data in
        signalHandler(from: data, as: ((OpaquePointer) -> Bool).self)(tooltip) ? 1 : 0
      }
    return Self(callback)
  }
}

extension SignalShape where Handler == (UInt32, UInt32) -> Void {
  /// Two `unsigned int`s, such as GtkSelectionModel's `selection-changed`.
  public static var uint32x2: Self {
    let callback: @convention(c) (SignalInstance, UInt32, UInt32, SignalData) -> Void = {
      _,
      first,
      second,
      data in
      signalHandler(from: data, as: ((UInt32, UInt32) -> Void).self)(first, second)
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (UInt32, UInt32, UInt32) -> Void {
  /// Three `unsigned int`s, such as GListModel's `items-changed`.
  public static var uint32x3: Self {
    let callback: @convention(c) (SignalInstance, UInt32, UInt32, UInt32, SignalData) -> Void = {
      _,
      first,
      second,
      third,
      data in
      signalHandler(from: data, as: ((UInt32, UInt32, UInt32) -> Void).self)(first, second, third)
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (Double) -> Void {
  /// A C `double`, such as GtkScaleButton's `value-changed`.
  public static var double: Self {
    let callback: @convention(c) (SignalInstance, Double, SignalData) -> Void = { _, value, data in
      signalHandler(from: data, as: ((Double) -> Void).self)(value)
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (Double, Double) -> Void {
  /// Two `double`s: a position or a distance, such as GtkGestureDrag's `drag-update`.
  public static var double2: Self {
    let callback: @convention(c) (SignalInstance, Double, Double, SignalData) -> Void = {
      _,
      x,
      y,
      data in
      signalHandler(from: data, as: ((Double, Double) -> Void).self)(x, y)
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (Double, Double) -> Bool {
  /// Two `double`s and a Boolean result, such as GtkEventControllerScroll's `scroll`.
  public static var double2ReturnsBool: Self {
    let callback: @convention(c) (SignalInstance, Double, Double, SignalData) -> gboolean = {
      _,
      x,
      y,
      data in
      signalHandler(from: data, as: ((Double, Double) -> Bool).self)(x, y) ? 1 : 0
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (Int32, Double, Double) -> Void {
  /// A count and a position: GtkGestureClick's `pressed` and `released`.
  public static var click: Self {
    let callback: @convention(c) (SignalInstance, Int32, Double, Double, SignalData) -> Void = {
      _,
      count,
      x,
      y,
      data in
      signalHandler(from: data, as: ((Int32, Double, Double) -> Void).self)(count, x, y)
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (UInt32, UInt32, GdkModifierType) -> Bool {
  /// A key's symbol, its code and the modifiers: GtkEventControllerKey's `key-pressed`.
  public static var key: Self {
    let callback:
      @convention(c) (SignalInstance, UInt32, UInt32, GdkModifierType, SignalData) -> gboolean = {
        _,
        symbol,
        code,
        modifiers,
        data in
        signalHandler(from: data, as: ((UInt32, UInt32, GdkModifierType) -> Bool).self)(
          symbol,
          code,
          modifiers
        ) ? 1 : 0
      }
    return Self(callback)
  }
}

extension SignalShape where Handler == (UnsafeMutableRawPointer?) -> Void {
  /// A pointer to anything: an object, a boxed value, a property specification.
  public static var pointer: Self {
    let callback: @convention(c) (SignalInstance, UnsafeMutableRawPointer?, SignalData) -> Void = {
      _,
      value,
      data in
      signalHandler(from: data, as: ((UnsafeMutableRawPointer?) -> Void).self)(value)
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (UnsafeMutableRawPointer?) -> Bool {
  /// A pointer to anything, and a Boolean result.
  public static var pointerReturnsBool: Self {
    let callback:
      @convention(c) (SignalInstance, UnsafeMutableRawPointer?, SignalData) -> gboolean = {
        _,
        value,
        data in
        signalHandler(from: data, as: ((UnsafeMutableRawPointer?) -> Bool).self)(value) ? 1 : 0
      }
    return Self(callback)
  }
}

extension SignalShape where Handler == (String) -> Void {
  /// A string.
  public static var string: Self {
    let callback: @convention(c) (SignalInstance, UnsafePointer<CChar>, SignalData) -> Void = {
      _,
      value,
      data in
      signalHandler(from: data, as: ((String) -> Void).self)(String(cString: value))
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (UnsafePointer<GValue>, Double, Double) -> Bool {
  /// A value, a position and a Boolean result: GtkDropTarget's `drop`.
  public static var drop: Self {
    let callback:
      @convention(c) (SignalInstance, UnsafePointer<GValue>, Double, Double, SignalData)
        -> gboolean = { _, value, x, y, data in
          signalHandler(from: data, as: ((UnsafePointer<GValue>, Double, Double) -> Bool).self)(
            value,
            x,
            y
          ) ? 1 : 0
        }
    return Self(callback)
  }
}

extension SignalShape
where Handler == (UnsafeMutablePointer<OpaquePointer?>, Int32, String) -> Void {
  /// Files, their number and a hint: GApplication's `open`.
  public static var files: Self {
    let callback:
      @convention(c) (
        SignalInstance, UnsafeMutablePointer<OpaquePointer?>, Int32, UnsafePointer<CChar>,
        SignalData
      ) -> Void = { _, files, count, hint, data in
        signalHandler(
          from: data,
          as: ((UnsafeMutablePointer<OpaquePointer?>, Int32, String) -> Void).self
        )(files, count, String(cString: hint))
      }
    return Self(callback)
  }
}

extension SignalShape where Handler == (Double, Double) -> UnsafeMutableRawPointer? {
  /// A position, and the dragged content as the result: GtkDragSource's `prepare`.
  public static var dragContent: Self {
    let callback:
      @convention(c) (SignalInstance, Double, Double, SignalData) -> UnsafeMutableRawPointer? = {
        _,
        x,
        y,
        data in
        signalHandler(from: data, as: ((Double, Double) -> UnsafeMutableRawPointer?).self)(x, y)
      }
    return Self(callback)
  }
}

extension SignalShape where Handler == (OpaquePointer?, Bool) -> Void {
  /// A drag, and whether its data should be deleted: GtkDragSource's `drag-end`.
  public static var dragEnd: Self {
    let callback: @convention(c) (SignalInstance, OpaquePointer?, gboolean, SignalData) -> Void = {
      _,
      drag,
      deletes,
      data in
      signalHandler(from: data, as: ((OpaquePointer?, Bool) -> Void).self)(drag, deletes != 0)
    }
    return Self(callback)
  }
}

extension SignalShape where Handler == (Double, Double) -> GdkDragAction {
  /// A position, and the action of a drop there as the result: GtkDropTarget's `enter` and
  /// `motion`.
  public static var dropMotion: Self {
    let callback: @convention(c) (SignalInstance, Double, Double, SignalData) -> GdkDragAction = {
      _,
      x,
      y,
      data in
      signalHandler(from: data, as: ((Double, Double) -> GdkDragAction).self)(x, y)
    }
    return Self(callback)
  }
}
