import Foundation
import GtkViews
import Testing

@Suite struct TextInterpolationTests {
  @Test func `a number in a text has the digits that its specifier asks for`() {
    let separator = Locale.current.decimalSeparator ?? "."
    #expect("\(2.345, specifier: "%.1f") kg" == "2\(separator)3 kg")
    #expect("No. \(7, specifier: "%03d")" == "No. 007")
  }

  @Test func `a value in a text has its format`() {
    let format = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "de"))
    #expect("\(2.5, format: format.precision(.fractionLength(2))) kg" == "2,50 kg")
    #expect(Text("\(2.5, format: format)") == Text("2,5"))
  }
}
