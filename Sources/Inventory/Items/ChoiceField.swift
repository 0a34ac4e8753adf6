import ComposableGtk
import InventoryCore

/// Chooses one of several locations or tags, or none of them: from a list, or, if there are too
/// many for a list, by writing the beginning of the name.
struct ChoiceField<Element: Suggestible & Identifiable>: View where Element.ID == String {
  let title: String
  let elements: [Element]
  let selection: Binding<String?>
  let text: Binding<String>

  /// - Parameters:
  ///   - title: The label.
  ///   - elements: What can be chosen.
  ///   - selection: The name of what is chosen from the list.
  ///   - text: What is written where there is no list.
  init(
    _ title: String,
    _ elements: [Element],
    selection: Binding<String?>,
    text: Binding<String>
  ) {
    self.title = title
    self.elements = elements
    self.selection = selection
    self.text = text
  }

  var body: some View {
    if elements.count <= FiltersFeature.State.longestList {
      field {
        Picker(title, selection: selection) {
          Text(tr("Any")).tag(String?.none)
          ForEach(elements) { element in
            Text(self.title(of: element)).tag(Optional(element.name))
          }
        }
        .labelsHidden()
      }
    } else {
      field {
        TextField(title, text: text, prompt: tr("Any"))
          .labelsHidden()
      }
      ForEach(elements.suggestions(for: text.wrappedValue)) { element in
        Button {
          text.wrappedValue = element.name
        } label: {
          HStack {
            Text(self.title(of: element)).lineLimit(1)
            Spacer()
          }
        }
        .buttonStyle(.borderless)
        .accessibilityLabel(tr("Use \(element.name)"))
      }
    }
  }

  /// What is chosen from beside its title. Below one another, the fields are equally wide.
  private func field(@ViewBuilder content: () -> some View) -> some View {
    HStack(spacing: 12) {
      Text(title)
        .frame(minWidth: 80, alignment: .leading)
      content()
        .frame(maxWidth: .infinity)
    }
  }

  private func title(of element: Element) -> String {
    element.itemCount == 0 ? element.name : tr("\(element.name) (\(element.itemCount))")
  }
}
