/// The application: a process on the session bus, with its windows and actions.
///
/// ```swift
/// let application = Application(id: "org.example.Counter")
/// application.onActivate = { window.present() }
/// exit(application.run())
/// ```
///
/// `run` occupies the process's first thread until the last window is closed or `quit()` is called.
/// Meanwhile, jobs of the main actor run in its main loop.
public final class Application {
  /// How an application behaves on the session bus, and which signals it gets at launch.
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Each process is an application of its own, instead of activating the one that is already
    /// running.
    public static let notUnique = Options(rawValue: 1 << 0)
    /// Files and URIs among the arguments are passed to `onOpen`.
    public static let opensFiles = Options(rawValue: 1 << 1)
  }

  private let reference: ObjectReference

  /// Called once, before all other callbacks.
  public var onStartup: () -> Void = {}
  /// Called at launch, and again whenever the application is launched while it is running.
  public var onActivate: () -> Void = {}
  /// Called instead of `onActivate`, with the URIs of the files to open. Requires `.opensFiles`.
  public var onOpen: ([String]) -> Void = { _ in }
  /// Called once, after all other callbacks.
  public var onShutdown: () -> Void = {}

  /// Makes an application; `run` starts it.
  ///
  /// - Parameters:
  ///   - id: A name in reverse-DNS form, such as `org.example.Counter`, or `nil`.
  ///   - options: See ``Options``.
  /// - Precondition: The id, if not `nil`, is a valid application id.
  public init(id: String? = nil, options: Options = []) {
    if let id {
      precondition(g_application_id_is_valid(id) != 0, "\"\(id)\" is not an application id")
    }
    var flags: UInt32 = 0
    if options.contains(.notUnique) { flags |= G_APPLICATION_NON_UNIQUE.rawValue }
    if options.contains(.opensFiles) { flags |= G_APPLICATION_HANDLES_OPEN.rawValue }
    reference = ObjectReference(owning: gtk_application_new(id, GApplicationFlags(rawValue: flags)))
    connect()
  }

  /// The C object.
  public var pointer: UnsafeMutablePointer<GtkApplication> { reference.cast() }

  private var application: UnsafeMutablePointer<GApplication> { reference.cast() }

  private func connect() {
    Signal.connect(pointer, "startup", after: true) { [weak self] in self?.onStartup() }
    Signal.connect(pointer, "activate") { [weak self] in self?.onActivate() }
    Signal.connect(pointer, "shutdown") { [weak self] in self?.onShutdown() }
    Signal.connect(pointer, "open", .files) { [weak self] files, count, _ in
      self?.onOpen((0..<Int(count)).map { String(taking: g_file_get_uri(files[$0])) })
    }
  }

  /// Runs the application until it ends.
  ///
  /// Call it from a synchronous `main` on the process's first thread. Without a display, it prints
  /// a message to standard error and returns at once.
  ///
  /// - Parameter arguments: The program's name and its arguments.
  /// - Returns: The exit status for the process.
  /// - Precondition: The caller is not inside a task: while a task on the main actor waits for
  ///   `run` to return, the main actor cannot run any other job.
  public func run(arguments: [String] = CommandLine.arguments) -> Int32 {
    withUnsafeCurrentTask { task in
      precondition(
        task == nil,
        "Application.run was called from a task: call it from a synchronous main"
      )
    }
    guard Display.isAvailable else {
      Display.reportMissing(program: arguments.first)
      return 1
    }
    Display.takeActivationToken()
    MainQueueSource.attach()
    var pointers = arguments.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeMutableBufferPointer {
      g_application_run(application, Int32($0.count), $0.baseAddress)
    }
  }

  /// Starts and activates the application without running a main loop. For tests, which pump the
  /// loop themselves.
  ///
  /// - Returns: Whether the application could be registered.
  @discardableResult
  public func activateForTesting() -> Bool {
    guard g_application_register(application, nil, nil) != 0 else { return false }
    g_application_activate(application)
    return true
  }

  /// Quits the application: `run` returns after the current iteration of the main loop.
  public func quit() {
    g_application_quit(application)
  }

  /// Keeps the application running without a window until `release()`. Calls nest.
  public func hold() { g_application_hold(application) }

  /// Reverts one call of `hold()`.
  public func release() { g_application_release(application) }

  /// The windows of the application, the most recently used one first.
  public var windows: [WindowPointer] {
    var windows: [WindowPointer] = []
    var node = gtk_application_get_windows(pointer)
    while let current = node {
      windows.append(current.pointee.data.cast())
      node = current.pointee.next
    }
    return windows
  }

  /// The window that was used last. For a dialog, the window that it stands above.
  public var activeWindow: WindowPointer? {
    guard var window = windows.first else { return nil }
    while let parent = gtk_window_get_transient_for(window) { window = parent }
    return window
  }

  /// Asks the window that was used last to close, as its close button does, if it stands above
  /// another one.
  ///
  /// - Returns: Whether it does.
  package func closeActiveDialog() -> Bool {
    guard let window = windows.first, gtk_window_get_transient_for(window) != nil else {
      return false
    }
    gtk_window_close(window)
    return true
  }

  /// Adds an action of the application. In menus its full name is `app.` followed by its name.
  ///
  /// - Parameters:
  ///   - action: The action. It replaces any action of the same name.
  ///   - accelerators: Keys in GTK's notation, such as `<Control>q`.
  public func add(_ action: Action, accelerators: [String] = []) {
    g_action_map_add_action(reference.opaque, action.pointer)
    setAccelerators(accelerators, for: "app.\(action.name)")
  }

  /// Removes an action of the application, and its accelerators.
  ///
  /// - Parameter name: The name, without `app.`.
  public func removeAction(named name: String) {
    g_action_map_remove_action(reference.opaque, name)
    setAccelerators([], for: "app.\(name)")
  }

  /// Shows a notification of the desktop.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - id: Names it. A notification replaces the one before with the same id.
  public func send(_ notification: DesktopNotification, id: String) {
    notification.send(by: application, id: id)
  }

  /// Removes a notification that the user may not have seen yet.
  public func withdrawNotification(id: String) {
    g_application_withdraw_notification(application, id)
  }

  /// Sets the keys that activate an action.
  ///
  /// - Parameters:
  ///   - accelerators: Keys in GTK's notation, such as `<Control>q`; an empty array removes them.
  ///   - action: The action's full name with its target, such as `app.quit` or `win.show::all`.
  public func setAccelerators(_ accelerators: [String], for action: String) {
    withCStrings(accelerators) { gtk_application_set_accels_for_action(pointer, action, $0) }
  }
}
