import Testing

@testable import Spreadsheets

@Suite struct PlainDecimalTests {
  @Test(arguments: [
    ("12", "12"), ("12.30", "12.3"), ("3.0", "3"), ("10.00", "10"), ("0.0", "0"), ("-1.50", "-1.5"),
    ("4.006381333931E12", "4006381333931"), ("0", "0"), ("-4", "-4"), ("-0", "0"), (".5", "0.5"),
    ("+7", "7"), ("1E3", "1000"), ("1.5e-3", "0.0015"), ("-2.5E+1", "-25"),
    ("4006381333931", "4006381333931"), ("0042", "0042"),
  ])
  func `a number in plain form has the same value`(text: String, expected: String) {
    #expect(PlainDecimal.text(Array(text.utf8)) == expected)
  }

  @Test(arguments: [
    ("12.300000000000001", "12.3"), ("0.30000000000000004", "0.3"), ("9.9999999999999998", "10"),
    ("0.1000000000000000055511151231257827", "0.1"), ("1234567.8900000001", "1234567.89"),
    ("-0.00023000000000000001", "-0.00023"),
  ])
  func `a fraction has the fifteen digits that people see`(text: String, expected: String) {
    #expect(PlainDecimal.text(Array(text.utf8)) == expected)
  }

  @Test func `a whole number keeps all digits`() {
    #expect(PlainDecimal.text(Array("12345678901234567890".utf8)) == "12345678901234567890")
  }

  @Test(arguments: ["", "-", "abc", "1,5", "1.2.3", "1e", "1e999", "NaN", "inf", "0x10", "1 000"])
  func `what is no number is none`(text: String) {
    #expect(PlainDecimal.text(Array(text.utf8)) == nil)
  }
}
