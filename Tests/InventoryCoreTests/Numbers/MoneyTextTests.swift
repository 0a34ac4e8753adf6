import Foundation
import InventoryCore
import InventoryTestSupport
import Testing

@Suite struct MoneyTextTests {
  @Test(arguments: [
    ("de_DE", "1,5", 1_500), ("de_DE", "1.234,50", 1_234_500), ("de_DE", "1.5", 1_500),
    ("de_DE", "1.500", 1_500_000), ("de_DE", "1,555", 1_555), ("en_GB", "1,5", 1_500),
    ("de_DE", ",5", 500), ("de_DE", "12,", 12_000), ("de_DE", "12.30", 12_300),
    ("de_DE", "-1,5", -1_500),
    ("de_CH", "1'234.50", 1_234_500), ("de_CH", "1’234.50", 1_234_500),
    ("en_GB", "1,234.5", 1_234_500), ("en_GB", "12.5", 12_500),
    ("fr_FR", "1 234,5", 1_234_500), ("fr_FR", "1\u{202F}234,5", 1_234_500),
    ("en_IN", "1,00,000", 100_000_000), ("ar_EG", "١٢٫٥", 12_500), ("en_US_POSIX", "3", 3_000),
  ])
  func `an amount is read as people there write it`(
    locale: String,
    text: String,
    thousandths: Int64
  ) {
    #expect(Money(text, locale: Locale(identifier: locale))?.thousandths == thousandths)
  }

  @Test(arguments: [
    ("fr_FR", "1.500"), ("de_CH", "1,500"), ("en_GB", "12,34.5"), ("en_GB", "1,2,345"),
    ("de_DE", "1,5,5"),
    ("de_DE", "1,2345678"), ("de_DE", ""), ("de_DE", ","), ("de_DE", "0.500,5"),
    ("fr_FR", "1 2"), ("de_DE", "twelve"),
  ])
  func `what could mean something else is no amount`(locale: String, text: String) {
    #expect(Money(text, locale: Locale(identifier: locale)) == nil)
  }

  @Test(arguments: [
    ("de_DE", 1_234_500, "1.234,50", "1234,50"),
    ("en_GB", 1_234_567_000, "1,234,567.00", "1234567.00"),
    ("en_GB", -1_234_500, "-1,234.50", "-1234.50"), ("de_DE", 70, "0,07", "0,07"),
    ("en_GB", 123_000, "123.00", "123.00"), ("de_DE", 1_234_567, "1.234,567", "1234,567"),
  ])
  func `an amount is written as people there write it`(
    locale: String,
    thousandths: Int64,
    grouped: String,
    plain: String
  ) {
    let locale = Locale(identifier: locale)
    let money = Money(thousandths: thousandths)
    #expect(money.text(locale: locale) == grouped)
    #expect(money.text(locale: locale, isGrouped: false) == plain)
    #expect(Money(grouped, locale: locale) == money)
    #expect(Money(plain, locale: locale) == money)
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], ","), (["LANG": "de_DE.UTF-8", "LC_NUMERIC": "en_GB.UTF-8"], "."),
    (["LANG": "en_GB.UTF-8", "LC_NUMERIC": "en_GB.UTF-8", "LC_ALL": "fr_FR@euro"], ","),
    (["LANG": "de_DE.UTF-8", "LC_ALL": ""], ","), (["LC_ALL": "C.UTF-8", "LANG": "de_DE"], "."),
    ([:], "."),
  ])
  func `the environment says how numbers are written`(
    environment: [String: String],
    separator: String
  ) {
    #expect(Locale.ofNumbers(environment: environment).decimalSeparator == separator)
  }

  @Test func `numbers, dates and prices have categories of their own`() {
    let environment = [
      "LANG": "en_GB.UTF-8", "LC_MONETARY": "he_IL.UTF-8", "LC_TIME": "de_DE.UTF-8",
    ]
    #expect(Locale.ofNumbers(environment: environment).identifier == "en_GB")
    #expect(Locale.ofDates(environment: environment).identifier == "de_DE")
    #expect(Locale.ofMoney(environment: environment).identifier == "he_IL")
  }

  @Test(
    arguments: [
      ("de_DE.UTF-8", "EUR"), ("de_CH.UTF-8", "CHF"), ("en_US.UTF-8", "USD"), ("C.UTF-8", ""),
      ("en.UTF-8", ""), ("", ""),
    ]
  )
  func `the currency of a place is that of its locale`(name: String, currency: String) {
    #expect(Locale.ofMoney(environment: ["LC_MONETARY": name]).currencyOfPlace == currency)
  }
}
