import ComposableGtk
import Foundation
import InventoryCore

/// The sheet with the preferences.
struct PreferencesView: View {
  let store: StoreOf<PreferencesFeature>
  @Environment(\.locale) private var locale

  var body: some View {
    Form {
      Section("Appearance") {
        Picker("Theme", selection: Binding(store.$theme)) {
          Text("System").tag(ThemePreference.system)
          Text("Light").tag(ThemePreference.light)
          Text("Dark").tag(ThemePreference.dark)
        }
      }
      Section {
        Picker("Currency", selection: Binding(store.$currency)) {
          Text("None").tag("")
          ForEach(store.currencies, id: \.self) { code in
            Text(title(ofCurrency: code)).tag(code)
          }
        }
        TextField("Default Location", text: Binding(store.$defaultLocation))
      } header: {
        Text("Items")
      } footer: {
        Text("New items begin with the default location.")
      }
    }
    .navigationTitle("Preferences")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Close") { store.send(.closeButtonTapped) }
      }
    }
  }

  private func title(ofCurrency code: String) -> String {
    locale.localizedString(forCurrencyCode: code).map { "\(code) – \($0)" } ?? code
  }
}

private enum CurrencyKey: EnvironmentKey {
  static let defaultValue = ""
}

@MainActor
extension EnvironmentValues {
  /// The currency of all prices, as a code such as `EUR`, or an empty string.
  var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }
}
