import ComposableGtk

/// The visibility of columns without a binding.
private struct SplitVisibility: View {
  @State private var visibility = NavigationSplitViewVisibility.automatic
  var body: some View {
    // error: cannot convert value of type 'NavigationSplitViewVisibility' to expected argument type
    // 'Binding<NavigationSplitViewVisibility>'
    NavigationSplitView(columnVisibility: visibility) {
      Text("Sidebar")
    } detail: {
      Text("Detail")
    }
  }
}
