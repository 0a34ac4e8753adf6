/// Whether the user works in a window, only sees it, or neither.
package enum WindowActivity {
  /// The window, or a dialog above it, has the keyboard.
  case active
  /// The window is shown, and the user works elsewhere.
  case inactive
  /// The window is not shown: it is not open yet, minimized, or as the compositor says out of
  /// sight.
  case hidden
}

extension ApplicationWindow {
  /// Whether the user works in this window or in a dialog above it.
  package var activity: WindowActivity {
    guard !isDestroyed, gtk_widget_get_mapped(widget) != 0, !isOutOfSight else { return .hidden }
    let isActive = Toplevels.all.contains {
      gtk_window_is_active($0) != 0 && Toplevels.base(of: $0) == pointer
    }
    return isActive ? .active : .inactive
  }

  private var isOutOfSight: Bool {
    guard let surface = gtk_native_get_surface(reference.opaque) else { return true }
    // The second one is of GTK 4.12, in which compositors can tell it.
    let suspended: UInt32 = 1 << 16
    let state = gdk_toplevel_get_state(surface).rawValue
    return state & (GDK_TOPLEVEL_STATE_MINIMIZED.rawValue | suspended) != 0
  }

  /// Calls an action whenever the activity of this window may have changed, until the window is
  /// destroyed.
  package func onActivityChange(_ action: @escaping () -> Void) {
    Self.activityObservers.append((reference.instance, action))
    Signal.connect(pointer, "destroy") { [instance = reference.instance] in
      Self.activityObservers.removeAll { $0.window == instance }
    }
    // After GTK has mapped or unmapped the window.
    Signal.connect(pointer, "map", after: true) { action() }
    Signal.connect(pointer, "unmap", after: true) { action() }
    // On Wayland, the surface outlives the window.
    var connection: SignalConnection?
    Signal.connect(pointer, "realize", after: true) { [weak self] in
      guard let self, let surface = gtk_native_get_surface(reference.opaque) else { return }
      connection = Signal.connect(surface, "notify::state", .pointer) { _ in action() }
    }
    Signal.connect(pointer, "unrealize") {
      connection?.disconnect()
      connection = nil
    }
  }
}

extension BaseWindow {
  /// What waits for changes of the activity of any window: the dialogs above a window count for it.
  static var activityObservers: [(window: UnsafeMutableRawPointer, action: () -> Void)] = []

  /// Tells the observers when this window gets or loses the keyboard.
  func observeActivity() {
    Signal.connect(pointer, "notify::is-active", .pointer) { _ in
      for observer in Self.activityObservers { observer.action() }
    }
  }
}
