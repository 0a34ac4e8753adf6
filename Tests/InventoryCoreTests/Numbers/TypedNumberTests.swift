import Foundation
import Testing

@testable import InventoryCore

@Suite struct TypedNumberTests {
  @Test(
    arguments: [
      ("en_GB", "12", "12", nil), ("en_GB", "1234.5", "1234.5", nil),
      ("en_GB", "1,234.5", "1234.5", nil), ("en_GB", "1,5", "1.5", "Read as 1.5."),
      ("en_GB", "0,500", "0.500", "Read as 0.5."),
      ("en_GB", "1,500", "1500", "Read as 1500, not as 1.5."),
      ("en_GB", "1.500", "1.500", "Read as 1.5, not as 1500."),
      ("de_DE", "1.500", "1500", "Read as 1500, not as 1,5."),
      ("de_DE", "1,234", "1.234", "Read as 1,234, not as 1234."),
      ("de_DE", "12.5", "12.5", "Read as 12,5."),
      ("fr_FR", "1,234", "1.234", "Read as 1,234, not as 1234."),
      ("fr_FR", "1 234", "1234", nil), ("ar_EG", "١٬٢٣٤", "1234", nil),
      ("en_US_POSIX", "0,500", "0.500", "Read as 0.5."), ("en_GB", "many", nil, nil),
    ] as [(String, String, String?, String?)]
  )
  func `a number is read as in the place, and it is told how where there is a doubt`(
    locale: String,
    text: String,
    number: String?,
    hint: String?
  ) {
    let typed = TypedNumber(text, locale: Locale(identifier: locale))
    #expect(typed.number == number)
    #expect(typed.hint == hint)
  }

  @Test(arguments: [
    ("fr_FR", "1.234", "This can mean 1234 or 1,234. Write one of them."),
    ("de_CH", "1,500", "This can mean 1500 or 1.5. Write one of them."),
  ])
  func `a number about which the place says nothing is asked about`(
    locale: String,
    text: String,
    question: String
  ) {
    let typed = TypedNumber(text, locale: Locale(identifier: locale))
    #expect(typed.number == nil)
    #expect(typed.question == question)
  }

  @Test(
    arguments: [
      ("en_GB", "12", "12"), ("en_GB", "1,200", "1200"), ("en_GB", "1.200", "1.2"),
      ("en_GB", "1.000", nil), ("en_GB", "12.", "12"), ("de_DE", "1.200", "1200"),
      ("de_DE", "1,2", "1.2"), ("de_DE", "1,000", nil), ("de_DE", "12.00", "12"),
      ("de_DE", "0,500", "0.5"), ("en_GB", ".5", "0.5"), ("fr_FR", "1 200,25", "1200.25"),
      ("fr_FR", "1.234", nil), ("de_CH", "1'200", "1200"), ("en_IN", "1,00,000", "100000"),
      ("ar_EG", "١٢٫٥", "12.5"), ("en_GB", "0.333333", "0.333333"), ("en_GB", "0.3333333", nil),
      ("en_GB", "0.3333330", "0.333333"), ("en_GB", "-3", nil), ("en_GB", "", nil),
      ("en_GB", "1_2", nil), ("en_US_POSIX", "9223372036854.775807", "9223372036854.775807"),
      ("en_US_POSIX", "9223372036854.775808", nil), ("en_US_POSIX", "1e3", nil),
    ] as [(String, String, String?)]
  )
  func `a quantity is read as people in a place write it`(
    locale: String,
    text: String,
    number: String?
  ) {
    let entry = NumberEntry(text, unit: "kg", locale: Locale(identifier: locale))
    #expect(entry.value == number.flatMap { Quantity($0) })
    #expect((entry.error == nil) == (number != nil))
  }

  @Test(
    arguments: [
      ("", "0.5", "This is not a whole number."), ("Box", "1.25", "This is not a whole number."),
      ("kg", "0.333", nil), ("kg", "0.3333", "More than 3 decimals are unusual for this unit."),
      ("box", "2", nil), ("scoops", "0.0001", nil), (nil, "0.5", nil),
    ] as [(String?, String, String?)]
  )
  func `a quantity with more decimals than its unit usually has is right, and remarked on`(
    unit: String?,
    text: String,
    hint: String?
  ) {
    let entry = NumberEntry(text, unit: unit, locale: .plain)
    #expect(entry.hint == hint)
    #expect(entry.value == Quantity(text))
  }
}
