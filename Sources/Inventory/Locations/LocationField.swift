import ComposableGtk
import InventoryCore

/// A field for the path of a location, and below it rows with the locations that may be meant. Tab
/// leads from the field to them.
struct LocationField: View {
  let title: String
  let text: Binding<String>
  let locations: [Location]
  let error: String?

  /// - Parameters:
  ///   - title: The label of the field.
  ///   - text: The path.
  ///   - locations: The locations that can be suggested.
  ///   - error: What is wrong with the path.
  init(
    _ title: String,
    text: Binding<String>,
    locations: [Location],
    error: String? = nil
  ) {
    self.title = title
    self.text = text
    self.locations = locations
    self.error = error
  }

  var body: some View {
    TextField(title, text: text)
      .validationMessage(error)
    ForEach(locations.suggestions(for: text.wrappedValue)) { location in
      Button {
        text.wrappedValue = location.name
      } label: {
        HStack(spacing: 12) {
          Image(systemName: "folder")
          Text(location.name).lineLimit(1)
        }
        .cssClass("suggestion")
      }
      .accessibilityLabel(tr("Use \(location.name)"))
    }
  }
}
