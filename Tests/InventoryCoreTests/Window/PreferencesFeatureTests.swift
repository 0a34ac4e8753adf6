import ComposableArchitecture
import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@MainActor
@Suite struct PreferencesFeatureTests {
  @Test func `a preference is the same in all windows`() {
    let first = PreferencesFeature.State()
    let second = PreferencesFeature.State()
    first.$theme.withLock { $0 = .dark }
    first.$currency.withLock { $0 = "EUR" }
    #expect(second.theme == .dark)
    #expect(InventoryFeature.State(page: ItemPage([])).currency == "EUR")
  }

  @Test func `preferences are kept under their names`() {
    @Dependency(\.defaultAppStorage) var storage
    let state = PreferencesFeature.State()
    state.$theme.withLock { $0 = .light }
    state.$currency.withLock { $0 = "CHF" }
    state.$defaultLocation.withLock { $0 = "Cellar" }
    #expect(storage.string(forKey: "theme") == "light")
    #expect(storage.string(forKey: "currency") == "CHF")
    #expect(storage.string(forKey: "defaultLocation") == "Cellar")
  }

  @Test func `the form for a new item begins with the default location`() {
    @Shared(.defaultLocation) var location
    $location.withLock { $0 = "Cellar" }
    var form = ItemFormFeature.State(newItem: .number(1))
    #expect(form.location == "Cellar")
    #expect(!form.hasUnsavedChanges)
    form.location = ""
    #expect(form.hasUnsavedChanges)
    #expect(ItemFormFeature.State(item: .drill).location == "Workshop")
  }

  @Test func `until a currency is chosen, it is that of the place`() {
    withDependencies {
      $0.moneyLocale = Locale(identifier: "de_CH")
    } operation: {
      let state = PreferencesFeature.State()
      #expect(state.currency == "CHF")
      state.$currency.withLock { $0 = "" }
      #expect(PreferencesFeature.State().currency.isEmpty)
    }
  }

  @Test func `a currency that is not among the usual ones can be kept`() {
    let state = PreferencesFeature.State()
    #expect(!state.currencies.contains("XAU"))
    state.$currency.withLock { $0 = "XAU" }
    #expect(state.currencies.contains("XAU"))
    #expect(state.currencies == state.currencies.sorted())
  }

  @Test func `the sheet closes`() async {
    let store = TestStore(initialState: PreferencesFeature.State()) { PreferencesFeature() }
    await store.send(\.closeButtonTapped).finish()
    #expect(store.isDismissed)
  }

  @Test(arguments: [
    ("", "en_US", "1,234.50"), ("EUR", "de_DE", "1.234,50\u{a0}€"), ("USD", "en_US", "$1,234.50"),
    ("JPY", "en_US", "¥1,234.5"), ("KWD", "en_US", "KWD\u{a0}1,234.500"),
    ("no currency", "en_US", "1,234.50"),
  ])
  func `a price is written with the currency as people in a place do`(
    currency: String,
    locale: String,
    text: String
  ) {
    let price = Money(thousandths: 1_234_500)
    #expect(price.text(locale: Locale(identifier: locale), currency: currency) == text)
  }
}
