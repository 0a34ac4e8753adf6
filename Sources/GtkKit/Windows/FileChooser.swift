/// Lets the user choose files, in the desktop's own dialog if there is one.
public enum FileChooser {
  /// A set of files that the dialog offers.
  public struct Filter: Equatable, Sendable {
    public var name: String
    /// Shell patterns, such as `*.txt`.
    public var patterns: [String]
    /// Media types, such as `text/plain`, or `image/*` for all pictures.
    public var mediaTypes: [String]

    public init(_ name: String, patterns: [String] = [], mediaTypes: [String] = []) {
      self.name = name
      self.patterns = patterns
      self.mediaTypes = mediaTypes
    }
  }

  /// Asks for files to open.
  ///
  /// Cancelling the task closes the dialog.
  ///
  /// - Parameters:
  ///   - parent: The window that the dialog belongs to.
  ///   - title: The title of the dialog.
  ///   - filters: The files that are offered; all files if empty.
  ///   - allowsMultiple: Whether the user may choose several files.
  /// - Returns: The URIs of the files; empty if the user cancels.
  public static func open(
    over parent: WindowPointer?,
    title: String,
    filters: [Filter] = [],
    allowsMultiple: Bool = false
  ) async -> [String] {
    await choose(GTK_FILE_CHOOSER_ACTION_OPEN, over: parent, title, filters, allowsMultiple)
  }

  /// Asks for folders.
  ///
  /// Cancelling the task closes the dialog.
  ///
  /// - Parameters:
  ///   - parent: The window that the dialog belongs to.
  ///   - title: The title of the dialog.
  ///   - allowsMultiple: Whether the user may choose several folders.
  /// - Returns: The URIs of the folders; empty if the user cancels.
  public static func openFolders(
    over parent: WindowPointer?,
    title: String,
    allowsMultiple: Bool = false
  ) async -> [String] {
    await choose(GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, over: parent, title, [], allowsMultiple)
  }

  private static func choose(
    _ action: GtkFileChooserAction,
    over parent: WindowPointer?,
    _ title: String,
    _ filters: [Filter],
    _ allowsMultiple: Bool
  ) async -> [String] {
    let dialog = gtk_file_chooser_native_new(title, parent, action, nil, nil)!
    let request = FileRequest(dialog, filters: filters)
    gtk_file_chooser_set_select_multiple(dialog, allowsMultiple ? 1 : 0)
    return await request.uris()
  }

  /// Asks for a file to write.
  ///
  /// Cancelling the task closes the dialog.
  ///
  /// - Parameters:
  ///   - parent: The window that the dialog belongs to.
  ///   - title: The title of the dialog.
  ///   - name: The suggested file name.
  ///   - filters: The files that are offered; all files if empty.
  /// - Returns: The URI of the file, or `nil` if the user cancels.
  public static func save(
    over parent: WindowPointer?,
    title: String,
    name: String,
    filters: [Filter] = []
  ) async -> String? {
    let dialog = gtk_file_chooser_native_new(
      title,
      parent,
      GTK_FILE_CHOOSER_ACTION_SAVE,
      nil,
      nil
    )!
    let request = FileRequest(dialog, filters: filters)
    gtk_file_chooser_set_current_name(dialog, name)
    return await request.uris().first
  }
}

/// An open file dialog.
private final class FileRequest {
  private let reference: ObjectReference
  /// Keeps the parent from input.
  private var block: EventController?
  private var continuation: CheckedContinuation<[String], Never>?

  init(_ dialog: OpaquePointer, filters: [FileChooser.Filter]) {
    reference = ObjectReference(owning: dialog)
    gtk_native_dialog_set_modal(native, 1)
    for description in filters {
      let filter = gtk_file_filter_new()!
      gtk_file_filter_set_name(filter, description.name)
      for pattern in description.patterns { gtk_file_filter_add_pattern(filter, pattern) }
      for type in description.mediaTypes { gtk_file_filter_add_mime_type(filter, type) }
      gtk_file_chooser_add_filter(chooser, filter)
      g_object_unref(filter.instance)
    }
    Signal.connect(reference.instance, "response", .int32) { [weak self] response in
      self?.finish(accepted: response == GTK_RESPONSE_ACCEPT.rawValue)
    }
  }

  private var native: UnsafeMutablePointer<GtkNativeDialog> {
    reference.instance.assumingMemoryBound(to: GtkNativeDialog.self)
  }

  private var chooser: OpaquePointer { reference.opaque }

  func uris() async -> [String] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        self.continuation = continuation
        blockParent()
        gtk_native_dialog_show(native)
        if Task.isCancelled { finish(accepted: false) }
      }
    } onCancel: {
      Task { @MainActor in self.finish(accepted: false) }
    }
  }

  /// Keeps input from the parent while the dialog is open.
  ///
  /// GTK does so for a dialog of its own, but not for one of the desktop: for that, it takes the
  /// input of the windows that are in no window group, and those here are in one.
  private func blockParent() {
    guard let parent = gtk_native_dialog_get_transient_for(native) else { return }
    block = EventController.block(parent.cast())
  }

  private func finish(accepted: Bool) {
    guard let continuation else { return }
    self.continuation = nil
    block?.remove()
    block = nil
    let uris = accepted ? chosen() : []
    gtk_native_dialog_destroy(native)
    continuation.resume(returning: uris)
  }

  private func chosen() -> [String] {
    guard let files = gtk_file_chooser_get_files(chooser) else { return [] }
    defer { g_object_unref(files.instance) }
    return (0..<g_list_model_get_n_items(files)).map { position in
      let file = g_list_model_get_item(files, position)!
      defer { g_object_unref(file) }
      return String(taking: g_file_get_uri(OpaquePointer(file)))
    }
  }
}
