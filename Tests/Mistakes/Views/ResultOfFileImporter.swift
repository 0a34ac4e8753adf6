import ComposableGtk

/// A result of a file dialog, taken for the file.
private struct ImporterResult: View {
  @State private var isShown = false
  @State private var name = ""
  var body: some View {
    Button("Open") { isShown = true }
      .fileImporter(isPresented: $isShown, allowedContentTypes: [.json]) { url in
        // error: value of type 'Result<URL, any Error>' has no member 'lastPathComponent'
        name = url.lastPathComponent
      }
  }
}
