import ComposableGtk

/// A visibility that does not exist.
private struct SplitHidden: View {
  @State private var visibility = NavigationSplitViewVisibility.automatic
  var body: some View {
    NavigationSplitView(columnVisibility: $visibility) {
      // error: type 'NavigationSplitViewVisibility' has no member 'detail'
      Button("Hide") { visibility = .detail }
    } detail: {
      Text("Detail")
    }
  }
}
