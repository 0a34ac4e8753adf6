import ComposableGtk
import Foundation
import InventoryCore
import Translations

/// The sheet with the preferences.
struct PreferencesView: View {
  let store: StoreOf<PreferencesFeature>

  var body: some View {
    Form {
      Section(tr("Appearance")) {
        Picker(tr("Theme"), selection: Binding(store.$theme)) {
          Text(tr("System")).tag(ThemePreference.system)
          Text(tr("Light")).tag(ThemePreference.light)
          Text(tr("Dark")).tag(ThemePreference.dark)
        }
      }
      Section {
        Picker(tr("Currency"), selection: Binding(store.$currency)) {
          Text(tr("None", context: "currency")).tag("")
          ForEach(store.currencies, id: \.self) { code in
            Text(title(ofCurrency: code)).tag(code)
          }
        }
        TextField(tr("Default Location"), text: Binding(store.$defaultLocation))
        TextField(tr("Numbers as SKUs"), text: Binding(store.$skuPattern))
          .validationMessage(store.skuPatternError)
      } header: {
        Text(tr("Items"))
      } footer: {
        Text(
          tr(
            """
            New items begin with the default location and the next free number. Items that are \
            imported without a SKU get a number, too.
            """
          )
        )
      }
      ServerChoiceSection(
        store: store.scope(state: \.serverChoice, action: \.serverChoice)
      )
    }
    .navigationTitle(tr("Preferences"))
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button(tr("Close")) { store.send(.closeButtonTapped) }
      }
    }
  }

  private func title(ofCurrency code: String) -> String {
    Locale(identifier: Catalogue.inventory.language).localizedString(forCurrencyCode: code).map {
      tr("\(code) – \($0)")
    } ?? code
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
