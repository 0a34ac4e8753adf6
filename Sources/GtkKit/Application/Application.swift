/// The application: one process on the session bus, its windows and its actions.
///
/// ```swift
/// let application = Application(id: "org.example.Counter")
/// application.onActivate = { window.present() }
/// exit(application.run())
/// ```
///
/// `run` takes over the process's first thread until the last window has gone or `quit()` is called;
/// jobs of the main actor run inside it.
public final class Application {
  /// How an application behaves on the session bus and what it is told at launch.
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Every process is an application of its own, instead of waking the one that runs already.
    public static let notUnique = Options(rawValue: 1 << 0)
    /// Files and URIs among the arguments are handed to `onOpen`.
    public static let opensFiles = Options(rawValue: 1 << 1)
    /// All arguments are handed to `onCommandLine`.
    public static let handlesCommandLine = Options(rawValue: 1 << 2)
  }

  private let reference: ObjectReference

  /// Called once, before anything else.
  public var onStartup: () -> Void = {}
  /// Called at launch, and again whenever the application is started while it runs.
  public var onActivate: () -> Void = {}
  /// Called instead of `onActivate` with the URIs of what the application is to open; needs
  /// `.opensFiles`.
  public var onOpen: ([String]) -> Void = { _ in }
  /// Called instead of `onActivate` with the arguments of a launch, this one's or a later one's, the
  /// program's name first; needs `.handlesCommandLine`. The result is that launch's exit status.
  public var onCommandLine: ([String]) -> Int32 = { _ in 0 }
  /// Called once, after everything else.
  public var onShutdown: () -> Void = {}

  /// Makes an application that does not run yet.
  ///
  /// - Parameters:
  ///   - id: A name in reverse-DNS form, such as `org.example.Counter`, or none.
  ///   - options: See ``Options``.
  /// - Precondition: The id, if there is one, is a valid application id.
  public init(id: String? = nil, options: Options = []) {
    if let id {
      precondition(g_application_id_is_valid(id) != 0, "\"\(id)\" is not an application id")
    }
    var flags: UInt32 = 0
    if options.contains(.notUnique) { flags |= G_APPLICATION_NON_UNIQUE.rawValue }
    if options.contains(.opensFiles) { flags |= G_APPLICATION_HANDLES_OPEN.rawValue }
    if options.contains(.handlesCommandLine) {
      flags |= G_APPLICATION_HANDLES_COMMAND_LINE.rawValue
    }
    reference = ObjectReference(owning: gtk_application_new(id, GApplicationFlags(rawValue: flags)))
    connect(options)
  }

  /// The C object.
  public var pointer: UnsafeMutablePointer<GtkApplication> { reference.cast() }

  private var application: UnsafeMutablePointer<GApplication> { reference.cast() }

  private func connect(_ options: Options) {
    Signal.connect(pointer, "startup", after: true) { [weak self] in self?.onStartup() }
    Signal.connect(pointer, "activate") { [weak self] in self?.onActivate() }
    Signal.connect(pointer, "shutdown") { [weak self] in self?.onShutdown() }
    Signal.connect(pointer, "open", .files) { [weak self] files, count, _ in
      self?.onOpen((0..<Int(count)).map { String(taking: g_file_get_uri(files[$0])) })
    }
    Signal.connect(pointer, "command-line", .commandLine) { [weak self] commandLine in
      var count: Int32 = 0
      let arguments = g_application_command_line_get_arguments(commandLine, &count)
      defer { g_strfreev(arguments) }
      return self?.onCommandLine(
        (0..<Int(count)).map { String(cString: arguments![$0]!) }
      ) ?? 0
    }
  }

  /// Runs the application until it ends.
  ///
  /// To be called from a synchronous `main` on the process's first thread. Without a display it says
  /// so on the standard error and returns at once.
  ///
  /// - Parameter arguments: The program's name and its arguments.
  /// - Returns: The exit status for the process.
  /// - Precondition: The caller is not inside a task: a main actor that waits for `run` to return
  ///   would never run anything.
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

  /// Starts and activates the application without running a loop: for tests, which pump it.
  ///
  /// - Returns: Whether it could be registered.
  @discardableResult
  public func activateForTesting() -> Bool {
    guard g_application_register(application, nil, nil) != 0 else { return false }
    g_application_activate(application)
    return true
  }

  /// Ends the application: `run` returns after the current iteration of the loop.
  public func quit() {
    g_application_quit(application)
  }

  /// Keeps the application running while it has no window, until `release()`. Calls nest.
  public func hold() { g_application_hold(application) }

  /// Takes back one `hold()`.
  public func release() { g_application_release(application) }

  /// The window that the user last worked in.
  public var activeWindow: WindowPointer? { gtk_application_get_active_window(pointer) }

  /// The windows of the application, the one that was last used first.
  public var windows: [WindowPointer] {
    var windows: [WindowPointer] = []
    var node = gtk_application_get_windows(pointer)
    while let current = node {
      windows.append(current.pointee.data.cast())
      node = current.pointee.next
    }
    return windows
  }

  /// Adds an action of the application, called `app.` and its name in menus.
  ///
  /// - Parameters:
  ///   - action: The action; one of the same name is replaced.
  ///   - accelerators: Keys in GTK's notation, such as `<Control>q`.
  public func add(_ action: Action, accelerators: [String] = []) {
    g_action_map_add_action(reference.opaque, action.pointer)
    setAccelerators(accelerators, for: "app.\(action.name)")
  }

  /// Removes an action of the application.
  ///
  /// - Parameter name: Its name, without `app.`.
  public func removeAction(named name: String) {
    g_action_map_remove_action(reference.opaque, name)
    setAccelerators([], for: "app.\(name)")
  }

  /// Sets the keys that activate an action.
  ///
  /// - Parameters:
  ///   - accelerators: Keys in GTK's notation, such as `<Control>q`; none removes them.
  ///   - action: The action's full name with its target, such as `app.quit` or `win.show::all`.
  public func setAccelerators(_ accelerators: [String], for action: String) {
    withCStrings(accelerators) { gtk_application_set_accels_for_action(pointer, action, $0) }
  }
}

extension SignalShape
where Handler == (UnsafeMutablePointer<GApplicationCommandLine>) -> Int32 {
  fileprivate static var commandLine: Self {
    let callback:
      @convention(c) (
        SignalInstance, UnsafeMutablePointer<GApplicationCommandLine>, SignalData
      ) -> Int32 = {
        _,
        commandLine,
        data in
        signalHandler(
          from: data,
          as: ((UnsafeMutablePointer<GApplicationCommandLine>) -> Int32).self
        )(
          commandLine
        )
      }
    return Self(callback)
  }
}
