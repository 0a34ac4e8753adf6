import Foundation
import Testing

@testable import InventoryCore

/// Columns whose names, or cells, seem to say something that they do not.
@Suite struct MisleadingColumnTests {
  private func columns(_ text: String) throws -> [ItemColumn?] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try ImportPreview(ImportFile(file.path(percentEncoded: false)), locale: .plain).options
      .mapping.columns
  }

  @Test(
    arguments: [
      ("Name,Jan,Feb\nBolt,5,6\nNut,1,2", [ItemColumn.name, nil, nil]),
      ("Name,JAN\nTea,4901234567894\nRice,4912345678904", [.name, .barcode]),
      ("Name,Stock,Position\nMug,4,0\nCup,2,0", [.name, .quantity, nil]),
      ("Game,Box,Manual\nGo,Yes,No\nTag,Yes,Yes\nChess,x,No", [.name, nil, nil]),
      ("Device,RAM,Storage\nLaptop,16 GB,512 GB SSD\nTablet,8 GB,128 GB SSD", [.name, nil, nil]),
      ("name,container,quantity\nRice,bag,2\nBeans,can,6", [.name, nil, .quantity]),
      ("Name,Shelf,Qty\nSaw,1A,2\nDrill,2B,1", [.name, .location, .quantity]),
      ("title,artist,have,want\nSong,Ann,1270,225\nTune,Bo,90,4", [.name, nil, nil, nil]),
      ("Item,Have,Need\nTent,1,2\nStove,1,1", [.name, .quantity, nil]),
      ("Item,Room,Amount\nTV,Living,450\nSofa,Living,1200", [.name, .location, nil]),
      ("Item,Amount\nMilk,2\nEggs,12", [.name, .quantity]),
      ("Item,2023,2024\nBall,5,6\nNet,2,3", [.name, nil, nil]),
      ("Tool #,Description,On Hand\nT-100,End Mill,14\nT-101,Drill,3", [.sku, .name, .quantity]),
      (
        "product,client,Pu,stock\nBolt,c1,1.50,10\nNut,c2,1.20,4\nNail,c3,0.20,9",
        [.name, nil, .price, .quantity]
      ),
      (
        "Part,Qty,Price Each,Price Unit\nNozzle,1,881.89,USD\nPlug,1,4.20,GBP",
        [.name, .quantity, .price, .currency]
      ),
      (
        "Name,Qty,Unit,Price/kg\nFlour,500,g,1.20\nSugar,250,g,0.90",
        [.name, .quantity, .unit, nil]
      ),
      (
        "Name,Qty,Unit,Price/kg\nFlour,5,kg,1.20\nSugar,2,kg,0.90",
        [.name, .quantity, .unit, .price]
      ),
      ("Name;Menge;Preis;PE\nM4;250;3,20;100\nM5;90;4,10;100", [.name, .quantity, nil, nil]),
      (
        "Titel;Verlag;Ort;Anzahl\nFaust;Reclam;Stuttgart;1\nNathan;Hanser;Wien;2",
        [.name, nil, nil, .quantity]
      ),
    ] as [(String, [ItemColumn?])]
  )
  func `a column is taken for what its name and its cells say together`(
    text: String,
    expected: [ItemColumn?]
  ) throws {
    #expect(try columns(text) == expected)
  }

  @Test(arguments: [
    "#N/A", "#N/D", "#NV", "#REF!", "#BEZUG!", "#DIV/0!", "#NAME?", "#¿NOMBRE?", "#Н/Д", "#ZAHL!",
    "Err:502",
  ])
  func `the error of a formula is an empty cell in every column`(text: String) {
    for column in ItemColumn.allCases {
      #expect(Placeholder.isOne(text, in: column))
    }
  }

  @Test(arguments: ["#12", "#A-1", "#AB", "#tag", "#!", "A#N/A", "Error", "Err: 5", "#4/7"])
  func `a code or a tag is no error of a formula`(text: String) {
    #expect(!Placeholder.isErrorValue(text))
  }
}
