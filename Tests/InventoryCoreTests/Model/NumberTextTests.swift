import Foundation
import InventoryCore
import Testing

@Suite struct NumberTextTests {
  @Test(
    arguments: [
      ("en_GB", "12", 12), ("en_GB", "1,200", 1_200), ("en_GB", "1.200", nil),
      ("en_GB", "12.", nil),
      ("de_DE", "1.200", 1_200), ("de_DE", "1,2", nil), ("de_DE", "12.00", nil),
      ("fr_FR", "1 200", 1_200), ("de_CH", "1'200", 1_200), ("en_IN", "1,00,000", 100_000),
      ("ar_EG", "١٢", 12), ("en_GB", "-3", -3), ("en_GB", "", nil), ("en_GB", "1_2", nil),
      ("en_US_POSIX", "9223372036854775808", nil), ("en_US_POSIX", "1e3", nil),
    ] as [(String, String, Int?)]
  )
  func `a whole number is read as people in a place write it`(
    locale: String,
    text: String,
    number: Int?
  ) {
    #expect(Int(text, locale: Locale(identifier: locale)) == number)
  }
}
