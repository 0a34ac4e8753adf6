import Foundation
import InventoryTestSupport
import Testing

@testable import InventoryCore

@Suite struct WrittenNumberTests {
  @Test(
    arguments: [
      ("12", "12", nil), (" 7\u{A0}", "7", nil), ("-3", "-3", nil), ("−3", "-3", nil),
      ("0,5", "0.5", .comma), ("0,500", "0.500", .comma), ("00,500", "00.500", .comma),
      ("0.500", "0.500", .point), ("1.5", "1.5", .point), ("1,2345", "1.2345", .comma),
      ("1234.567", "1234.567", .point), ("1234,567", "1234.567", .comma), ("12.", "12", .point),
      (",5", "0.5", .comma), ("1.234.567", "1234567", .comma), ("1,234,567", "1234567", .point),
      ("1,234.5", "1234.5", .point), ("1.234,5", "1234.5", .comma),
      ("1.234,567", "1234.567", .comma), ("1 234,567", "1234.567", .comma),
      ("1 234 567", "1234567", nil), ("1\u{202F}234", "1234", nil), ("1’234.50", "1234.50", .point),
      ("1'000", "1000", nil), ("١٢٫٥", "12.5", nil), ("١٬٢٣٤", "1234", nil), ("१२", "12", nil),
    ] as [(String, String, DecimalMark?)]
  )
  func `what means one number is read`(text: String, number: String, evidence: DecimalMark?) {
    #expect(WrittenNumber.read(text, .plain) == .number(number, evidence: evidence))
  }

  @Test(arguments: [
    ("1.234", DecimalMark.point, "1234", "1.234"), ("12,000", .comma, "12000", "12.000"),
    ("123.456", .point, "123456", "123.456"), ("-1,500", .comma, "-1500", "-1.500"),
    ("١,٥٠٠", .comma, "1500", "1.500"),
  ])
  func `one mark with three digits behind it can mean two numbers`(
    text: String,
    mark: DecimalMark,
    whole: String,
    fraction: String
  ) {
    let doubt = NumberDoubt(written: mark, whole: whole, fraction: fraction)
    #expect(WrittenNumber.read(text, .plain) == .doubt(doubt))
    #expect(doubt.number(mark) == fraction)
    #expect(doubt.number(mark.other) == whole)
  }

  @Test(arguments: [
    "", " ", ".", ",", "-", "1e3", "1,,234", "1,23,4", "12,34.5", "12,34,567", "1.2.3", "1 2",
    "1 23", "0 500", "0.500.000", "0,500,000", "1234,567.5", "1,234 567", "1.234'567", "1'234 567",
    "1-2", "2-", "--1", "+1", "$1", "1 m", "5²", "①", "五", "1\n2", "1,5,5", "1٫5.5",
    String(repeating: "9", count: 65),
  ])
  func `what breaks a rule is no number`(text: String) {
    #expect(WrittenNumber.read(text, .plain) == nil)
  }

  @Test func `groups of two digits are read where people write them`() {
    let india = NumberConvention(Locale(identifier: "en_IN"))
    for (text, number) in [("12,34,567", "1234567"), ("1,00,000", "100000")] {
      #expect(WrittenNumber.read(text, india) == .number(number, evidence: .point))
      #expect(WrittenNumber.read(text, .plain) == nil)
    }
    #expect(WrittenNumber.read("1,234,567", india) == .number("1234567", evidence: .point))
    for text in ["1,2,345", "123,45,678", "1,23,45", "0,12,345"] {
      #expect(WrittenNumber.read(text, india) == nil, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("en_GB", .point, .point), ("de_DE", .comma, .comma), ("en_IN", .point, .point),
      // Thousands are set apart by something else.
      ("fr_FR", nil, .comma), ("sv_SE", nil, .comma), ("de_CH", .point, nil), ("ar_EG", nil, nil),
    ] as [(String, DecimalMark?, DecimalMark?)]
  )
  func `a place decides about the marks that people there write`(
    locale: String,
    ofPoints: DecimalMark?,
    ofCommas: DecimalMark?
  ) {
    let convention = NumberConvention(Locale(identifier: locale))
    #expect(convention.decimalMark(ifWritten: .point) == ofPoints)
    #expect(convention.decimalMark(ifWritten: .comma) == ofCommas)
  }

  /// A hundred numbers in each of a thousand places.
  @Test func `a number that is written as in any place is never read as another one`() {
    var generator = SystemRandomNumberGenerator()
    var (count, doubts) = (0, 0)
    var unread: Set<String> = []
    for identifier in Locale.availableIdentifiers.sorted() {
      let locale = Locale(identifier: identifier)
      let convention = NumberConvention(locale)
      for _ in 0..<100 {
        let number = NumberSamples.number(&generator)
        let text = NumberSamples.text(number, locale, isGrouped: Bool.random(using: &generator))
        count += 1
        switch WrittenNumber.read(text, convention) {
        case .number(let read, _):
          #expect(Decimal(string: read) == number, "\(identifier): \(text)")
        case .doubt(let doubt):
          doubts += 1
          let mark = convention.decimalMark(ifWritten: doubt.written)
          let read = mark.flatMap { Decimal(string: doubt.number($0)) }
          #expect(read == number, "\(identifier): \(text)")
        case nil:
          unread.insert(identifier)
        }
      }
    }
    #expect(count >= 100_000)
    #expect(doubts > count / 100)
    // Only Toki Pona has groups of two digits from the end. They are refused.
    #expect(unread.isSubset(of: ["tok", "tok_001"]), "\(unread)")
  }
}
