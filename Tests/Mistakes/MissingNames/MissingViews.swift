import ComposableGtk
/// Views and functions of SwiftUI that do not exist here.
import Foundation

private struct Page: View {
  @State private var count = 0

  var body: some View {
    // error: 'LazyVStack' is unavailable: use a 'List', whose rows exist only while they are
    // visible, or a 'VStack'
    LazyVStack { Text("a") }
    // error: 'LazyHStack' is unavailable: use an 'HStack'
    LazyHStack { Text("a") }
    // error: 'LazyHGrid' is unavailable: use a 'LazyVGrid', or a 'Grid'
    LazyHGrid(rows: [GridItem(.fixed(40))]) { Text("a") }
    // error: 'ScrollViewReader' is unavailable: use 'revealedRow(_:)' of a 'List'
    ScrollViewReader { proxy in Text("a") }
    // error: 'NavigationView' is unavailable: use a 'NavigationStack'
    NavigationView { Text("a") }
    // error: 'ColorPicker' is unavailable: wrap GTK's 'GtkColorDialogButton'
    ColorPicker("Colour", selection: .constant(.red))
    // error: 'Gauge' is unavailable: use a 'ProgressView', or wrap GTK's 'GtkLevelBar'
    Gauge(value: 0.5) { Text("a") }
    // error: 'EditButton' is unavailable: rows are deleted and moved without a mode
    EditButton()
    // error: 'withAnimation' is unavailable: GTK animates pages, dialogs and lists by itself
    Button("Add") { withAnimation { count += 1 } }
  }
}
