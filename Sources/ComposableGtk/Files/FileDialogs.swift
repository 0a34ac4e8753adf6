import Foundation
import GtkKit
import GtkViews
import Sharing

extension View {
  /// Shows a dialog in which the user chooses a file to open.
  ///
  /// It is the desktop's own dialog where there is one, also for programs in a sandbox. When it
  /// closes, `false` is written to the binding, and then one of the closures is called. The dialog
  /// closes, without calling a closure, when the binding becomes `false` by itself.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is shown.
  ///   - allowedContentTypes: The types of files that can be chosen; all files if empty. With
  ///     ``UTType/folder`` alone, the user chooses a folder.
  ///   - onCompletion: Called with the file.
  ///   - onCancellation: Called when the user has chosen none.
  public func fileImporter(
    isPresented: Binding<Bool>,
    allowedContentTypes: [UTType],
    onCompletion: @escaping (Result<URL, any Error>) -> Void,
    onCancellation: @escaping () -> Void = {}
  ) -> AnyView {
    fileImporter(
      isPresented: isPresented,
      allowedContentTypes: allowedContentTypes,
      chooser: .live,
      allowsMultiple: false,
      onCompletion: { result in
        // A dialog for one file has chosen one.
        onCompletion(result.map { $0[0] })
      },
      onCancellation: onCancellation
    )
  }

  /// Shows a dialog in which the user chooses files to open.
  ///
  /// It is the desktop's own dialog where there is one, also for programs in a sandbox. When it
  /// closes, `false` is written to the binding, and then one of the closures is called. The dialog
  /// closes, without calling a closure, when the binding becomes `false` by itself.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is shown.
  ///   - allowedContentTypes: The types of files that can be chosen; all files if empty. With
  ///     ``UTType/folder`` alone, the user chooses folders.
  ///   - allowsMultipleSelection: Whether the user may choose several files.
  ///   - onCompletion: Called with the files.
  ///   - onCancellation: Called when the user has chosen none.
  public func fileImporter(
    isPresented: Binding<Bool>,
    allowedContentTypes: [UTType],
    allowsMultipleSelection: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void,
    onCancellation: @escaping () -> Void = {}
  ) -> AnyView {
    fileImporter(
      isPresented: isPresented,
      allowedContentTypes: allowedContentTypes,
      chooser: .live,
      allowsMultiple: allowsMultipleSelection,
      onCompletion: onCompletion,
      onCancellation: onCancellation
    )
  }

  /// Shows a dialog in which the user chooses where a document is written, and writes it.
  ///
  /// A file that exists is replaced as a whole: its former content is there until the new one is.
  /// When the dialog closes, `false` is written to the binding, and then one of the closures is
  /// called. A document that is `nil` shows no dialog.
  ///
  /// - Parameters:
  ///   - isPresented: Whether the dialog is shown.
  ///   - document: The document.
  ///   - contentType: The type that it is written as. A name without an ending gets that of the
  ///     type.
  ///   - defaultFilename: The name that the dialog suggests.
  ///   - onCompletion: Called with the file, or with the error because of which there is none.
  ///   - onCancellation: Called when the user has chosen none.
  public func fileExporter<Document: FileDocument>(
    isPresented: Binding<Bool>,
    document: Document?,
    contentType: UTType,
    defaultFilename: String? = nil,
    onCompletion: @escaping (Result<URL, any Error>) -> Void,
    onCancellation: @escaping () -> Void = {}
  ) -> AnyView {
    fileExporter(
      isPresented: isPresented,
      document: document,
      contentType: contentType,
      defaultFilename: defaultFilename,
      chooser: .live,
      onCompletion: onCompletion,
      onCancellation: onCancellation
    )
  }

  func fileImporter(
    isPresented: Binding<Bool>,
    allowedContentTypes: [UTType],
    chooser: FileDialog,
    allowsMultiple: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void,
    onCancellation: @escaping () -> Void
  ) -> AnyView {
    presents(
      FileDialogPresenter.self,
      item: isPresented.item,
      id: { AnyHashable($0.id) },
      configuration: FileDialogPresenter.Configuration(
        choose: { await chooser.open($0, allowedContentTypes, allowsMultiple) },
        finish: { $0.isEmpty ? onCancellation() : onCompletion(.success($0)) }
      )
    )
  }

  func fileExporter<Document: FileDocument>(
    isPresented: Binding<Bool>,
    document: Document?,
    contentType: UTType,
    defaultFilename: String?,
    chooser: FileDialog,
    onCompletion: @escaping (Result<URL, any Error>) -> Void,
    onCancellation: @escaping () -> Void
  ) -> AnyView {
    let isShown = document == nil ? Binding.constant(false) : isPresented
    return presents(
      FileDialogPresenter.self,
      item: isShown.item,
      id: { AnyHashable($0.id) },
      configuration: FileDialogPresenter.Configuration(
        choose: { window in
          await chooser.save(window, contentType, contentType.name(for: defaultFilename))
            .map { [$0] } ?? []
        },
        finish: { urls in
          guard let document, let url = urls.first else { return onCancellation() }
          onCompletion(Result { try document.write(to: url, as: contentType) })
        }
      )
    )
  }
}

extension UTType {
  /// Returns the name that the dialog suggests.
  func name(for suggestion: String?) -> String {
    let name = suggestion ?? ""
    guard let ending = preferredFilenameExtension, URL(filePath: name).pathExtension.isEmpty
    else { return name }
    return "\(name).\(ending)"
  }
}

extension FileDocument {
  /// Writes the document.
  ///
  /// - Returns: The file.
  fileprivate func write(to url: URL, as type: UTType) throws -> URL {
    let configuration = WriteConfiguration(contentType: type, existingFile: nil)
    let content = try fileWrapper(configuration: configuration).regularFileContents ?? Data()
    // Places of the network have paths, too, if the desktop has mounted them.
    let file = g_file_new_for_uri(url.absoluteString)
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let path = g_file_get_path(file) else {
      throw CocoaError(.fileWriteUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    try PrivateFile.replace(String(taking: path), with: content)
    return url
  }
}

/// The dialogs that choose files, for tests to answer in their place.
struct FileDialog {
  /// Asks for files to open.
  var open: @MainActor (WindowPointer?, [UTType], Bool) async -> [URL]
  /// Asks for a file to write.
  var save: @MainActor (WindowPointer?, UTType, String) async -> URL?

  static let live = FileDialog { window, types, allowsMultiple in
    let title = String(translatedByGtk: "_Open")
    let uris =
      if !types.isEmpty, types.allSatisfy(\.isFolder) {
        await FileChooser.openFolders(over: window, title: title, allowsMultiple: allowsMultiple)
      } else {
        await FileChooser.open(
          over: window,
          title: title,
          filters: filters(for: types),
          allowsMultiple: allowsMultiple
        )
      }
    return uris.compactMap { URL(string: $0) }
  } save: { window, type, name in
    await FileChooser.save(
      over: window,
      title: String(translatedByGtk: "_Save"),
      name: name,
      filters: filters(for: [type])
    )
    .flatMap { URL(string: $0) }
  }

  /// Returns the filters of a dialog: all types together, and each by itself if there are several.
  static func filters(for types: [UTType]) -> [FileChooser.Filter] {
    let types = types.filter { !$0.isFolder }
    guard !types.isEmpty, !types.contains(.item) else { return [] }
    func filter(_ types: [UTType]) -> FileChooser.Filter {
      FileChooser.Filter(
        types.map(\.title).joined(separator: ", "),
        patterns: types.flatMap(\.patterns),
        mediaTypes: types.flatMap(\.mediaTypes)
      )
    }
    return types.count == 1 ? [filter(types)] : [filter(types)] + types.map { filter([$0]) }
  }
}

/// Shows a file dialog.
private final class FileDialogPresenter: Presenter {
  struct Configuration {
    /// Returns what the user chooses; nothing if the user cancels.
    let choose: @MainActor (WindowPointer?) async -> [URL]
    let finish: ([URL]) -> Void
  }

  static var needsAnchor: Bool { false }
  static var covers: CoveredViews { .window }

  private let context: PresentationContext
  private var task: Task<Void, Never>?
  private var configuration: Configuration?

  init(_ context: PresentationContext) {
    self.context = context
  }

  deinit {}

  func show(_ item: Presence, _ configuration: Configuration) {
    // The closures of the newest view, which know its state.
    self.configuration = configuration
    guard task == nil else { return }
    task = Task { [weak self, context] in
      let urls = await configuration.choose(context.window)
      guard let self, !Task.isCancelled else { return }
      let finish = self.configuration?.finish
      // Not cancelled by the end of the presentation from here on.
      task = nil
      context.dismiss()
      finish?(urls)
    }
  }

  func environmentDidChange() {}

  func close() {
    task?.cancel()
    task = nil
    configuration = nil
  }
}
