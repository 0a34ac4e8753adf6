import ComposableGtkTestSupport
import Foundation
import GtkKit
import Observation
import Synchronization
import Testing

@testable import ComposableGtk

/// What a test answers in place of a file dialog, and what a view does with it.
@MainActor @Observable
private final class Desk {
  var isShown = false
  var text: String? = "first"
  @ObservationIgnored var questions: [String] = []
  @ObservationIgnored var log: [String] = []
  @ObservationIgnored private var answer: CheckedContinuation<[URL], Never>?

  init() {}

  var dialog: FileDialog {
    FileDialog { [self] _, types, allowsMultiple in
      await ask("open \(types.map(\.patterns)) \(allowsMultiple)")
    } save: { [self] _, type, name in
      await ask("save \(type.patterns) \(name)").first
    }
  }

  private func ask(_ question: String) async -> [URL] {
    questions.append(question)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { answer = $0 }
    } onCancel: {
      Task { @MainActor in
        log.append("closed")
        give([])
      }
    }
  }

  /// Whether a dialog waits for an answer.
  var isAsking: Bool { answer != nil }

  func give(_ urls: [URL]) {
    answer?.resume(returning: urls)
    answer = nil
  }

  func noted(_ result: Result<[URL], any Error>) {
    switch result {
    case .success(let urls): log.append("\(urls.map(\.lastPathComponent)) \(isShown)")
    case .failure(let error): log.append("\(type(of: error))")
    }
  }
}

private struct Tally: FileDocument {
  static let readableContentTypes = [UTType.plainText]
  var text: String

  init(text: String) { self.text = text }

  init(configuration: ReadConfiguration) throws {
    text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    if text == "broken" { throw CancellationError() }
    return FileWrapper(regularFileWithContents: Data(text.utf8))
  }
}

private struct Importer: View {
  @Bindable var desk: Desk

  var body: some View {
    Text("Files").fileImporter(
      isPresented: $desk.isShown,
      allowedContentTypes: [.json, .png],
      chooser: desk.dialog,
      allowsMultiple: true,
      onCompletion: { desk.noted($0) },
      onCancellation: { desk.log.append("cancelled \(desk.isShown)") }
    )
  }
}

private struct Exporter: View {
  @Bindable var desk: Desk

  var body: some View {
    Text("Files").fileExporter(
      isPresented: $desk.isShown,
      document: desk.text.map { Tally(text: $0) },
      contentType: .plainText,
      defaultFilename: "tally",
      chooser: desk.dialog,
      onCompletion: { result in desk.noted(result.map { [$0] }) },
      onCancellation: { desk.log.append("cancelled \(desk.isShown)") }
    )
  }
}

extension ComposableGtkTests {
  @MainActor
  struct FileDialogTests {
    init() {
      #expect(Display.isAvailable, "No display: run under a virtual one")
    }

    @Test func `an importer asks for files, and tells what was chosen once it is closed`() async {
      let desk = Desk()
      let window = TestWindow(Importer(desk: desk))
      defer { window.close() }
      desk.isShown = true
      #expect(await eventually { desk.isAsking })
      #expect(desk.questions == [#"open [["*.[jJ][sS][oO][nN]"], ["*.[pP][nN][gG]"]] true"#])
      desk.give([URL(filePath: "/tmp/a.json"), URL(filePath: "/tmp/b.png")])
      #expect(await eventually { !desk.log.isEmpty })
      #expect(desk.log == [#"["a.json", "b.png"] false"#])
      desk.isShown = true
      #expect(await eventually { desk.isAsking })
      desk.give([])
      #expect(await eventually { desk.log.count == 2 })
      #expect(desk.log.last == "cancelled false")
      #expect(!desk.isShown)
    }

    @Test func `of two importers of one view, each asks, and both at once are reported`() async {
      struct Root: View {
        @Bindable var first: Desk
        @Bindable var second: Desk

        var body: some View {
          Text("Files")
            .fileImporter(
              isPresented: $first.isShown,
              allowedContentTypes: [.json],
              chooser: first.dialog,
              allowsMultiple: true,
              onCompletion: { first.noted($0) },
              onCancellation: {}
            )
            .fileImporter(
              isPresented: $second.isShown,
              allowedContentTypes: [.png],
              chooser: second.dialog,
              allowsMultiple: true,
              onCompletion: { second.noted($0) },
              onCancellation: {}
            )
        }
      }
      let (first, second) = (Desk(), Desk())
      let window = TestWindow(Root(first: first, second: second))
      defer { window.close() }
      for desk in [first, second] {
        desk.isShown = true
        #expect(await eventually { desk.isAsking })
        desk.give([URL(filePath: "/tmp/a.json")])
        #expect(await eventually { desk.log == [#"["a.json"] false"#] })
      }
      first.isShown = true
      #expect(await eventually { first.isAsking })
      let reports = Mutex(0)
      await withKnownIssue {
        second.isShown = true
        _ = await eventually { reports.withLock { $0 } > 0 }
      } matching: { issue in
        reports.withLock { $0 += 1 }
        return "\(issue)".contains("while it presents something else")
      }
      #expect(reports.withLock { $0 } == 1)
      #expect(!second.isAsking)
      first.give([])
      #expect(await eventually { second.isAsking })
      second.give([])
      #expect(await eventually { !second.isShown })
    }

    @Test func `a dialog closes without a word when the state says so, or its view goes`() async {
      let desk = Desk()
      let window = TestWindow(Importer(desk: desk))
      desk.isShown = true
      #expect(await eventually { desk.isAsking })
      desk.isShown = false
      #expect(await eventually { !desk.isAsking })
      desk.isShown = true
      #expect(await eventually { desk.isAsking })
      window.close()
      #expect(await eventually { !desk.isAsking })
      #expect(desk.log == ["closed", "closed"])
    }

    @Test func `an exporter writes the document as a whole, or tells the error`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "tally.txt")
      try Data("a much longer text than the new one".utf8).write(to: file)
      let desk = Desk()
      let window = TestWindow(Exporter(desk: desk))
      defer { window.close() }
      desk.isShown = true
      #expect(await eventually { desk.isAsking })
      #expect(desk.questions == [#"save ["*.[tT][xX][tT]"] tally.txt"#])
      // The document is the one of the moment in which the file is chosen.
      desk.text = "second"
      updateViewsNow()
      desk.give([file])
      #expect(await eventually { !desk.log.isEmpty })
      #expect(desk.log == [#"["tally.txt"] false"#])
      #expect(try String(contentsOf: file, encoding: .utf8) == "second")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["tally.txt"])

      desk.text = "broken"
      desk.isShown = true
      #expect(await eventually { desk.isAsking })
      desk.give([file])
      #expect(await eventually { desk.log.last == "CancellationError" })
      desk.text = "third"
      desk.isShown = true
      #expect(await eventually { desk.isAsking })
      desk.give([folder.appending(path: "none/tally.txt")])
      #expect(await eventually { desk.log.last == "POSIXError" })
      desk.isShown = true
      #expect(await eventually { desk.isAsking })
      desk.give([URL(string: "unknown://host/tally.txt")!])
      #expect(await eventually { desk.log.last == "CocoaError" })
      #expect(try String(contentsOf: file, encoding: .utf8) == "second")
    }

    @Test func `without a document there is no dialog`() async {
      let desk = Desk()
      desk.text = nil
      let window = TestWindow(Exporter(desk: desk))
      defer { window.close() }
      desk.isShown = true
      #expect(await eventually { gtk_widget_get_mapped(window.content) != 0 })
      for _ in 0..<10 { MainLoop.pump() }
      #expect(desk.questions.isEmpty)
      desk.text = "there"
      #expect(await eventually { desk.isAsking })
    }

    @Test func `the dialog of the desktop opens and closes with the state`() async {
      struct Root: View {
        @Bindable var desk: Desk

        var body: some View {
          Text("Files").fileImporter(
            isPresented: $desk.isShown,
            allowedContentTypes: [.json, .image, .folder]
          ) { _ in }
        }
      }
      let desk = Desk()
      let window = TestWindow(Root(desk: desk))
      defer { window.close() }
      func dialogs() -> [WidgetPointer] {
        windows.filter { $0.isA(gtk_file_chooser_dialog_get_type()) }
      }
      desk.isShown = true
      #expect(await eventually { dialogs().count == 1 })
      desk.isShown = false
      #expect(await eventually { dialogs().isEmpty })
      desk.isShown = true
      #expect(await eventually { dialogs().count == 1 })
      emit(dialogs()[0], "response", GTK_RESPONSE_CANCEL.rawValue)
      #expect(await eventually { dialogs().isEmpty && !desk.isShown })
    }

    @Test func `types of files have endings, media types and words of the desktop`() {
      #expect(UTType(filenameExtension: ".ods")?.patterns == ["*.[oO][dD][sS]"])
      #expect(UTType(filenameExtension: "7z")?.patterns == ["*.7[zZ]"])
      #expect(UTType(filenameExtension: "a/b") == nil && UTType(filenameExtension: ".") == nil)
      #expect(UTType(mimeType: "text/x-log")?.preferredMIMEType == "text/x-log")
      #expect(UTType(mimeType: "text/") == nil && UTType(mimeType: "text") == nil)
      #expect(UTType.json.name(for: "a") == "a.json" && UTType.json.name(for: "a.b") == "a.b")
      #expect(UTType.image.name(for: nil) == "" && UTType.image.title == "image/*")
      #expect(!UTType.pdf.title.isEmpty)
      let filters = FileDialog.filters(for: [.json, .folder, .image])
      #expect(
        filters.map(\.mediaTypes) == [
          ["application/json", "image/*"], ["application/json"], ["image/*"],
        ]
      )
      #expect(FileDialog.filters(for: [.json, .item]).isEmpty)
    }
  }
}
