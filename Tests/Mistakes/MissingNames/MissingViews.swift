import ComposableGtk
/// Views and functions of SwiftUI that do not exist here.
import Foundation

private struct Page: View {
  var body: some View {
    // error: 'LazyHGrid' is unavailable: use a 'LazyVGrid', or a 'Grid'
    LazyHGrid(rows: [GridItem(.fixed(40))]) { Text("a") }
    // error: 'NavigationView' is unavailable: use a 'NavigationStack'
    NavigationView { Text("a") }
    // error: 'ColorPicker' is unavailable: wrap GTK's 'GtkColorDialogButton'
    ColorPicker("Colour", selection: .constant(.red))
    // error: 'EditButton' is unavailable: rows are deleted and moved without a mode
    EditButton()
  }
}
