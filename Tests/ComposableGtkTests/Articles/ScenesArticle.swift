// The code of the article "Windows, links and the command line" that has no `Application`.
import ComposableGtk
import Foundation

struct Pier: View {
  @AppStorage("showsTides") private var showsTides = true
  @SceneStorage("berth") private var berth = 1
  @Environment(\.openWindow) private var openWindow
  @Environment(\.scenePhase) private var scenePhase
  @State private var isExporting = false

  var body: some View {
    VStack(spacing: 12) {
      Text("Berth **\(berth)** ([tides](https://example.org/tides))")
      Toggle("Tides", isOn: $showsTides)
      Button("Log") { openWindow(value: berth) }
      Button("High Water") { openWindow(id: "water") }
      Button("Export…") { isExporting = true }
    }
    .padding(24)
    .disabled(scenePhase == .background)
    .onOpenURL { link in
      if let number = Int(link.lastPathComponent), (1...40).contains(number) { berth = number }
    }
    .fileExporter(
      isPresented: $isExporting,
      document: PierLog(text: "Berth \(berth)"),
      contentType: .plainText,
      defaultFilename: "log"
    ) { result in
      if case .failure(let error) = result { print("The log was not written: \(error)") }
    }
  }
}

struct PierLog: FileDocument {
  static let readableContentTypes = [UTType.plainText]
  var text: String

  init(text: String) { self.text = text }

  init(configuration: ReadConfiguration) throws {
    text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: Data(text.utf8))
  }
}

struct PierApp: App {
  static let id = "org.example.Pier"

  var body: some Scene {
    WindowGroup("Pier") { Pier() }
      .commands {
        CommandMenu("View") { TidesToggle() }
      }
    WindowGroup("Log", for: Int.self) { $berth in
      Text("The log of berth \(berth ?? 0)")
    }
    Window("High Water", id: "water", width: 300, height: 200) {
      Text("High water at 7:40 and 20:05")
    }
    Settings {
      Form { TidesToggle() }
    }
  }
}

struct TidesToggle: View {
  @AppStorage("showsTides") private var showsTides = true

  var body: some View {
    Toggle("Tides", isOn: $showsTides).keyboardShortcut("t")
  }
}
