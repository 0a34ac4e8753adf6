import ComposableGtk

/// A file type that is a string.
private struct Importer: View {
  @State private var isShown = false
  var body: some View {
    Button("Open") { isShown = true }
      // error: cannot convert value of type 'String' to expected element type 'UTType'
      .fileImporter(isPresented: $isShown, allowedContentTypes: ["csv"]) { _ in }
  }
}
