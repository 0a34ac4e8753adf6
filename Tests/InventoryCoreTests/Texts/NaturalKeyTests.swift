import InventoryTestSupport
import TestSupport
import Testing

@testable import InventoryCore

@Suite struct NaturalKeyTests {
  private static let orders: [[String]] = [
    ["Box", "Box 1", "Box 2", "Box 10", "Box 10a", "Box 11", "Box 100", "Box a"],
    ["2 inch", "10 inch", "Inch"],
    ["Lampe", "Łódź", "Lux", "Mast"],
    ["Œuvre", "Ofen 2", "Orange", "Øre", "Ort"],
    ["Aal", "Æon", "Afrika"],
    ["Strasse 1", "Straße 2", "Strasse 3"],
    // Case, accents and zeros decide between equal texts.
    ["box", "Box", "BOX", "bOX"],
    ["resume", "Resume", "Resumé", "resumé"],
    ["7", "07", "007", "8"],
    ["v1.2", "v1.10", "v1.10.1", "v2"],
    ["SKU-9", "SKU-10", "SKU-1000"],
    // Digits of other scripts are numbers, too, and wide ones.
    ["قطعة ٢", "قطعة 3", "قطعة ١٠"],
    ["बक्सा २", "बक्सा १०"],
    ["Ｂｏｘ ２", "Box 3", "Ｂｏｘ １０"],
  ]

  @Test(arguments: orders)
  func `texts are ordered as people expect`(texts: [String]) {
    #expect(texts.shuffled().sortedNaturally(by: \.self) == texts)
  }

  @Test func `numbers are ordered by their value, of any length`() {
    var random = FuzzRandom(seed: 35)
    var numbers = (0...300).map(String.init)
    for length in [8, 9, 10, 13, 18, 19, 20, 40, 99, 100, 101, 1_000] {
      for _ in 0..<20 {
        let digits = (1..<length).map { _ in String(Int.random(in: 0...9, using: &random)) }
        numbers.append("\(Int.random(in: 1...9, using: &random))\(digits.joined())")
      }
    }
    for _ in 0..<20_000 {
      guard let first = numbers.randomElement(using: &random),
        let second = numbers.randomElement(using: &random)
      else { return }
      let isLess = (first.count, first) < (second.count, second)
      #expect("n\(first)x".naturalKey.isBefore("n\(second)x".naturalKey) == isLess)
      // Zeros before a number do not change where it is among others.
      if first != second {
        #expect("00\(first)".naturalKey.isBefore("0\(second)".naturalKey) == isLess)
      }
    }
  }

  @Test func `a location is followed by all that is inside it`() {
    let paths = [
      "Garage", "Garage / Shelf 2", "Garage / Shelf 2 / Box", "Garage / Shelf 10", "garage / a",
      "Garage ! new", "Garage 2", "Garage 2 / Shelf", "Garage 10", "Łódź", "Łódź / Ł", "Mill",
    ]
    #expect(
      paths.shuffled().sortedNaturally(byPath: \.self) == [
        "garage / a", "Garage", "Garage / Shelf 2", "Garage / Shelf 2 / Box", "Garage / Shelf 10",
        "Garage ! new", "Garage 2", "Garage 2 / Shelf", "Garage 10", "Łódź", "Łódź / Ł", "Mill",
      ]
    )
  }

  @Test func `texts that differ have keys that differ, but for where capital letters are`() {
    #expect("Box".naturalKey != "box".naturalKey)
    #expect("Bóx".naturalKey != "Box".naturalKey)
    #expect("1".naturalKey != "01".naturalKey)
    // Then the text decides in lists that are sorted here.
    #expect("aA".naturalKey == "Aa".naturalKey)
    #expect(["aA", "Aa"].sortedNaturally(by: \.self) == ["Aa", "aA"])
  }
}
