import InventoryCore
import Testing

@Suite struct UnitOfMeasureTests {
  @Test(
    arguments: [
      ("", 0), ("pcs", 0), ("Boxes", 0), ("Flasche", 0), ("kg", 3), ("L", 3), ("m²", 3),
      ("hours", 3), ("scoops", nil), (" kg ", 3),
    ] as [(String, Int?)]
  )
  func `a unit has a usual number of decimals, if it is known`(unit: String, decimals: Int?) {
    #expect(UnitOfMeasure(unit)?.decimals == decimals)
  }

  @Test(arguments: [
    ("bag", "1", "bag"), ("bag", "2", "bags"), ("bags", "1", "bag"), ("bags", "0.5", "bags"),
    ("bag", "0", "bags"), ("Box", "3", "Boxes"), ("Flaschen", "1", "Flasche"),
    ("Flasche", "1.5", "Flaschen"), ("sac", "1.5", "sac"), ("sacs", "2", "sacs"),
    ("kg", "2", "kg"), ("Kg", "0.5", "Kg"), ("pieces", "-1", "piece"), ("", "2", ""),
    ("scoop", "2", "scoop"), ("שקית", "3", "שקיות"), ("lbs", "1", "lb"),
  ])
  func `the unit behind a quantity is singular or plural`(
    unit: String,
    quantity: String,
    name: String
  ) throws {
    #expect(UnitOfMeasure.name(unit, for: try #require(Quantity(quantity))) == name)
  }

  @Test(arguments: ["sack", "tonne", "stk", "Liter", "meter", "Kilo", "par", "PCS"])
  func `a word with different plurals in several languages is left as it is`(unit: String) {
    #expect(UnitOfMeasure.name(unit, for: 3) == unit)
  }
}
