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
      ("en_GB", "12", 12), ("en_GB", "1,200", 1_200), ("en_GB", "1.200", nil),
      ("en_GB", "1.000", nil), ("en_GB", "12.", 12), ("de_DE", "1.200", 1_200),
      ("de_DE", "1,2", nil), ("de_DE", "12.00", 12), ("fr_FR", "1 200", 1_200),
      ("de_CH", "1'200", 1_200), ("en_IN", "1,00,000", 100_000), ("ar_EG", "١٢", 12),
      ("en_GB", "-3", nil), ("en_GB", "", nil), ("en_GB", "1_2", nil),
      ("en_US_POSIX", "9223372036854775808", nil), ("en_US_POSIX", "1e3", nil),
    ] as [(String, String, Int?)]
  )
  func `a whole number is read as people in a place write it`(
    locale: String,
    text: String,
    number: Int?
  ) {
    #expect(NumberEntry(text, locale: Locale(identifier: locale)).value == number)
  }
}
