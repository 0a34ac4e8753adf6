import Testing

@testable import InventoryCore

@Suite struct ColumnMappingTests {
  @Test(arguments: [
    ("Name", ItemColumn.name), ("ITEM-NUMBER", .sku), ("Art.-Nr.", .sku), ("E A N", .barcode),
    ("Qty.", .quantity), ("Bestand", .quantity), ("Min. Stock", .reorderLevel),
    ("reorder_level", .reorderLevel), ("reorderLevel", .reorderLevel), ("Währung", .currency),
    ("WAHRUNG", .currency), ("Lagerort", .location), ("Category", .tags), ("Bemerkung", .notes),
  ])
  func `names that people use are known`(name: String, column: ItemColumn) {
    #expect(ItemColumn(header: name) == column)
  }

  @Test func `every column is known by its own name`() {
    for column in ItemColumn.allCases {
      #expect(ItemColumn(header: column.header) == column)
    }
    #expect(ItemColumn(header: "") == nil)
    #expect(ItemColumn(header: "colour") == nil)
    #expect(ItemColumn(header: String(repeating: "name", count: 1_000)) == nil)
  }

  @Test func `our own names count more than others, and each column has one meaning`() {
    let mapping = ColumnMapping(guessingFrom: ["Title", "Code", "sku", "name", "colour", "item"])
    #expect(mapping.columns == [nil, nil, .sku, .name, nil, nil])
  }

  // MARK: - Names of programs and languages

  @Test(arguments: [
    // Homebox
    (
      "HB.import_ref,HB.location,HB.labels,HB.asset_id,HB.name,HB.quantity,HB.description,HB.notes,HB.purchase_price",
      "-,location,tags,sku,name,quantity,-,notes,price"
    ),
    // Snipe-IT
    (
      "Asset Name,Asset Tag,Serial,Model,Category,Location,Purchase Cost,Notes",
      "name,sku,-,-,tags,location,price,notes"
    ),
    (
      "Item Name,Company,Category,Model name,Serial number,Asset tag,Location,Purchase cost,Status",
      "name,-,tags,-,-,sku,location,price,-"
    ),
    // Part-DB
    (
      "id,name,description,category,ipn,tags,instock,minamount,storage_location,price",
      "-,name,notes,-,sku,tags,quantity,reorderLevel,location,price"
    ),
    // PartKeepr
    (
      "Name,Description,Internal Part Number,Category,Storage Location,Stock Level,Min Stock,Average Price",
      "name,notes,sku,tags,location,quantity,reorderLevel,price"
    ),
    // InvenTree
    (
      "ID,Name,Description,IPN,Category Name,In Stock,Minimum Stock,Default Location,Keywords,Units",
      "-,name,notes,sku,tags,quantity,reorderLevel,location,-,unit"
    ),
    // Grocy
    (
      "Product,Product group,Amount,Value,Location,Min. stock amount",
      "name,tags,quantity,-,location,reorderLevel"
    ),
    // Sortly
    (
      "Entry Name,Sortly ID (SID),Unit,Quantity,Min Level,Price,Value,Notes,Tags,Primary Folder,Barcode/QR1-Data",
      "name,sku,unit,quantity,reorderLevel,price,-,notes,tags,location,barcode"
    ),
    // LibraryThing
    (
      "Book Id,Title,Primary Author,ISBN,Tags,Collections,Copies",
      "sku,name,-,barcode,tags,-,quantity"
    ),
    // Goodreads
    (
      "Book Id,Title,Author,ISBN,Number of Pages,Bookshelves,Private Notes,Owned Copies",
      "sku,name,-,barcode,-,tags,notes,quantity"
    ),
    // The languages of Europe
    ("Artikelnummer;Bezeichnung;Anzahl;Lagerort;Preis (€)", "sku;name;quantity;location;price"),
    (
      "Référence article;Désignation;Qté;Emplacement;Prix unitaire",
      "sku;name;quantity;location;price"
    ),
    ("Código;Nombre;Cantidad;Ubicación;Precio;Categoría", "sku;name;quantity;location;price;tags"),
    ("Codice articolo;Nome;Quantità;Posizione;Prezzo", "sku;name;quantity;location;price"),
    ("Código do produto;Nome;Quantidade;Localização;Preço", "sku;name;quantity;location;price"),
    ("Artikelcode;Naam;Aantal;Locatie;Prijs", "sku;name;quantity;location;price"),
    ("Kod produktu;Nazwa;Ilość;Lokalizacja;Cena", "sku;name;quantity;location;price"),
    ("Inventární číslo;Název;Počet;Umístění;Cena", "sku;name;quantity;location;price"),
    ("Artikelnr;Benämning;Antal;Plats;Pris", "sku;name;quantity;location;price"),
    ("Varenummer;Navn;Mængde;Placering;Stykpris", "sku;name;quantity;location;price"),
    ("Varenr;Betegnelse;Antall;Plassering;Pris", "sku;name;quantity;location;price"),
    ("Tuotekoodi;Nimi;Määrä;Sijainti;Hinta", "sku;name;quantity;location;price"),
    ("Cikkszám;Megnevezés;Mennyiség;Hely;Egységár", "sku;name;quantity;location;price"),
    ("Артикул;Наименование;Кол-во;Место хранения;Цена", "sku;name;quantity;location;price"),
    ("Інвентарний номер;Назва;Кількість;Місце;Ціна", "sku;name;quantity;location;price"),
    ("Κωδικός είδους;Ονομασία;Ποσότητα;Τοποθεσία;Τιμή", "sku;name;quantity;location;price"),
    ("STOK KODU;ÜRÜN ADI;MİKTAR;KONUM;FİYAT", "sku;name;quantity;location;price"),
    ("Cod produs;Denumire;Cantitate;Locație;Preț unitar", "sku;name;quantity;location;price"),
  ])
  func `the names of well-known programs and languages are known`(header: String, meant: String) {
    let separator: Character = header.contains(";") ? ";" : ","
    let mapping = ColumnMapping(guessingFrom: header.split(separator: separator).map(String.init))
    let columns = mapping.columns.map { $0?.rawValue ?? "-" }
    #expect(columns.joined(separator: String(separator)) == meant)
  }

  @Test(arguments: [
    ("Price (EUR)", "EUR", ItemColumn.price), ("Preis in €", "€", .price),
    ("cost_usd", "usd", .price),
    ("Cena w zł", "zł", .price), ("Unit price [CHF]", "CHF", .price), ("Price €", "€", .price),
    ("Price ($)", "$", .price), ("Preis (€)", "€", .price), ("Unit Price($)", "$", .price),
    ("Price £", "£", .price), ("Cost ₹", "₹", .price),
  ])
  func `the name of a price can say its currency`(name: String, sign: String, column: ItemColumn) {
    #expect(ColumnName(name).currency == sign)
    #expect(ItemColumn(header: name) == column)
  }

  @Test func `the name of a quantity can say its unit`() {
    #expect(ColumnName("Quantity (kg)").unit == "kg")
    #expect(ItemColumn(header: "Menge [Stk.]") == .quantity)
    // What is added to other names is no unit, and may change what they mean.
    // Neither are words and measures the currencies that have such codes and signs.
    let names = [
      "Quantity (sold)", "Price (total)", "Name (kg)", "Stock of (EUR)", "PRICE ALL", "COST TOP",
      "Price km",
    ]
    #expect(ColumnName("PRICE/CUP").currency == nil)
    #expect(ColumnName("Price/ft").currency == nil)
    for name in names {
      #expect(ItemColumn(header: name) == nil, "\(name)")
    }
  }

  // MARK: - Cells

  private func mapping(_ text: String) -> ColumnMapping {
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    var facts = Array(repeating: ColumnFacts(), count: rows[0].count)
    for (line, row) in rows.dropFirst().enumerated() {
      for (index, cell) in row.enumerated() {
        facts[index].add(cell, .plain, line: line + 2, row: row)
      }
    }
    return ColumnMapping(guessingFrom: rows[0], facts: facts)
  }

  @Test func `cells tell what names do not, and the guess is told`() {
    let guess = mapping(
      """
      Ding,Zeichen,Strich,Kosten pro
      Big saw,X-1,4006381333931,€ 1.50
      Big axe,X-2,96385074,€ 2
      Old lamp,X-3,73513537,€ 3
      """
    )
    #expect(guess.columns == [.name, .sku, .barcode, .price])
    #expect(guess.guesses == [0, 1, 2, 3])
    #expect(
      guess.notes(header: ["Ding", "Zeichen", "Strich", "Kosten pro"]).first
        == "“Ding” is taken for the name, because its cells look like that."
    )
  }

  @Test func `a name counts more than cells, and what cells do not tell is left out`() {
    let guess = mapping(
      """
      Remarks,name,Seats,Year,Date,Weight
      X-1,Saw,1,1999,2024-01-01,1.50
      X-2,Axe,2,2001,2024-01-02,2.25
      X-3,Lamp,3,2003,2024-01-03,3.75
      """
    )
    #expect(guess.columns == [.notes, .name, nil, nil, nil, nil])
    #expect(guess.guesses == [])
  }

  @Test func `a column that numbers the rows is no SKU`() {
    let guess = mapping("Nr,name\n1,Saw\n2,Axe\n3,Lamp\n")
    #expect(guess.columns == [nil, .name])
    #expect(guess.notes(header: ["Nr", "name"]) == ["“Nr” is left out: it only numbers the rows."])
    #expect(mapping("Item No.,Description\n1,Saw\n2,Axe\n").columns == [nil, .name])
    #expect(mapping("Artikelnummer,Menge,Bezeichnung\n1,5,Saw\n2,7,Axe\n").columns[0] == nil)
    #expect(mapping("sku,name\n1,Saw\n2,Axe\n").columns == [.sku, .name])
  }

  @Test func `small numbers below a vague name are no SKU`() {
    // Another list has the same numbers for other things, and would change them.
    for name in ["Number", "Nr", "Número", "No", "Code", "ID", "Ref"] {
      #expect(mapping("Item,\(name)\nSpoon,6\nFork,8\n").columns == [.name, nil], "\(name)")
      #expect(mapping("Item,\(name)\nSpoon,A6\nFork,A8\n").columns == [.name, .sku], "\(name)")
    }
    #expect(mapping("Item,Code\nSpoon,40017\nFork,40022\n").columns == [.name, .sku])
    #expect(mapping("Item,Number\nSpoon,40017\nFork,40022\n").columns == [.name, nil])
  }

  @Test(arguments: ["Batch No", "Lot", "Charge", "Serial", "Version", "CAS", "External ID"])
  func `codes that several things can have are not guessed to be SKUs`(name: String) {
    let guess = mapping("Item,\(name),Qty\nIron,B12-7,1\nZinc,B12-8,2\nLead,C1-1,3\n")
    #expect(guess.guesses == [])
    if name != "Serial" { #expect(guess.columns == [.name, nil, .quantity]) }
  }

  @Test func `codes beside names are SKUs, whichever is called the item`() {
    for header in [
      "Artikel,Bezeichnung", "Item,Description", "Product,Product Name", "Item,Item Name",
      "Artículo,Descripción", "Articolo,Descrizione", "Produit,Désignation", "Article,Libellé",
    ] {
      #expect(
        mapping("\(header)\nA-1001,Hammer\nA-1002,Saw\n").columns == [.sku, .name],
        "\(header)"
      )
      #expect(mapping("\(header)\nHammer,big\nSaw,small\n").columns[0] == .name, "\(header)")
    }
    // Books may be called by numbers, and nothing else has their names.
    #expect(mapping("Item,Qty\nWD40,1\nNE555,2\n").columns == [.name, .quantity])
  }

  @Test func `a question is answered by yes or no, and is no quantity`() {
    #expect(mapping("Item,In stock?,Stock\nCap,1,7\nMug,1,9\n").columns == [.name, nil, .quantity])
    #expect(mapping("Item,In stock\nCap,TRUE\nMug,FALSE\n").columns == [.name, nil])
    #expect(mapping("Item,Qty,Reorder\nCap,3,Yes\nMug,4,No\n").columns == [.name, .quantity, nil])
  }

  @Test func `what comes in and goes out, and sizes, are no quantities`() {
    for name in ["Qty In", "Stock In", "Qty M", "Qty S", "Qty L", "Quantity in"] {
      #expect(ItemColumn(header: name) == nil, "\(name)")
    }
    #expect(
      mapping("Item,Qty In,Qty Out,Balance\nBolt,9,2,7\nNut,5,1,4\n").columns
        == [.name, nil, nil, .quantity]
    )
  }

  @Test func `the pieces of a set are parts of one thing`() {
    #expect(
      mapping("Set Number,Name,Pieces,Qty\n75-1,Ship,7541,1\n76-1,Bus,99,2\n").columns
        == [nil, .name, nil, .quantity]
    )
    #expect(mapping("Title,Pieces\nCastle,1000\nLake,500\n").columns == [.name, nil])
    #expect(
      mapping("Product,Pcs,In stock\nScrew,100,3\nNail,50,7\n").columns == [.name, nil, .quantity]
    )
    #expect(mapping("Product,Pcs\nScrew,100\nNail,50\n").columns == [.name, .quantity])
  }

  @Test(arguments: [
    "Line total", "Total Price", "Gesamtwert", "Montant TTC", "Bestandswert", "GP", "Insured for",
    "Importe total", "Totale", "Ext. Price", "Wartość razem",
  ])
  func `sums of money are not the price of one`(name: String) {
    #expect(
      mapping("Item,Qty,\(name)\nCup,2,€ 4\nPan,1,€ 9\nPot,3,€ 30\n").columns
        == [.name, .quantity, nil]
    )
  }

  @Test func `a value is the price of one where there is one of each`() {
    #expect(mapping("Item,Qty,Value\nCup,1,€ 4\nPan,1,€ 9\n").columns.last == .price)
    #expect(mapping("Item,Amount,Value\nMilk,3 Bottles,€ 4\n").columns == [.name, .quantity, nil])
  }

  @Test func `an amount with two decimals is money, and one beside a date may be`() {
    #expect(mapping("Item,Amount\nTV,450.00\nSofa,1200.00\n").columns == [.name, .price])
    #expect(mapping("Item,Amount,Date paid\nTV,450,2020\nSofa,12,2021\n").columns[1] == nil)
    #expect(mapping("Item,Qty,Unit,Total\nLamp,2,5.50,11.00\n").columns[2] == .price)
    #expect(mapping("Item,Qty,Unit\nLamp,2,pc\n").columns[2] == .unit)
  }

  @Test func `keys of other tables give way to names`() {
    #expect(
      mapping(
        "Part,Part Name,Part IPN,Location,Location Name,Category\n12,Nut,N-1,4,Box,7\n13,Pin,P-1,5,Bag,8\n"
      ).columns == [nil, .name, .sku, nil, .location, nil]
    )
    #expect(
      mapping("External ID,Internal Reference,Name\nx.p1,F7,Desk\nx.p2,F8,Lamp\n").columns
        == [nil, .sku, .name]
    )
    #expect(
      mapping("seller-sku,product-id,item-name\nU-2,B07X,Cable\nU-3,B07Y,Plug\n").columns
        == [.sku, nil, .name]
    )
  }

  @Test func `an empty column gives way to one that is not`() {
    #expect(
      mapping("Title,Barcode,ISBN\nDune,,0441172717\nEmma,,0141439580\n").columns
        == [.name, nil, .barcode]
    )
  }

  @Test func `a vague name needs cells that fit`() {
    // A part can be a code or a name, an amount can be money, and a value that of a resistor.
    #expect(mapping("Part,Description\nR10,Resistor\nC11,Capacitor\n").columns == [.sku, .name])
    #expect(mapping("Part,Type\nBig axe,tool\nLamp,light\n").columns == [.name, .tags])
    #expect(mapping("name,Amount\nSaw,3\nAxe,4\n").columns == [.name, .quantity])
    #expect(mapping("name,Amount\nSaw,€ 3\nAxe,€ 4\n").columns == [.name, .price])
    #expect(mapping("name,Value\nResistor,10k\nCapacitor,100nF\n").columns == [.name, nil])
    #expect(mapping("name,Ref\nSaw,A1\nAxe,A1\n").columns == [.name, nil])
  }

  @Test func `a value is the price of one only where nothing says how many there are`() {
    #expect(mapping("name,Value\nSaw,3.50\nAxe,4.00\n").columns == [.name, .price])
    #expect(
      mapping("name,qty,Value\nSaw,2,3.50\nAxe,1,4.00\n").columns == [.name, .quantity, nil]
    )
  }

  @Test func `a name that some rows leave empty gives way to one that none does`() {
    #expect(
      mapping("Asset Name,Model,Asset Tag\n,ThinkPad,A1\nNAS,DiskStation,A2\n").columns
        == [nil, .name, .sku]
    )
    #expect(
      mapping("Asset Name,Model,Asset Tag\nLaptop,ThinkPad,A1\nNAS,,A2\n").columns
        == [.name, nil, .sku]
    )
  }

  @Test func `of two barcodes, the one that a scanner reads counts`() {
    #expect(
      mapping("Title,ISBN,ISBN13\nA,0439023483,9780439023481\nB,043935806X,9780439358064\n").columns
        == [.name, nil, .barcode]
    )
    // An ISBN of ten digits is one all the same, if there is no other.
    #expect(
      mapping("Ding,Zahl\nBook a,0439023483\nBook b,043935806X\nBook c,0316015849\n").columns
        == [.name, .barcode]
    )
  }

  // MARK: - Changes

  @Test func `a meaning goes from one column to another`() {
    var mapping = ColumnMapping(columns: [.name, .sku, nil])
    mapping.set(.name, at: 2)
    #expect(mapping.columns == [nil, .sku, .name])
    mapping.set(nil, at: 1)
    mapping.set(.notes, at: 9)
    #expect(mapping.columns == [nil, nil, .name])
    #expect(mapping.missing(for: .skip) == [])
    #expect(ColumnMapping(columns: [.barcode]).missing(for: .skip) == [.name])
    #expect(ColumnMapping(columns: [.barcode]).missing(for: .update) == [])
    #expect(ColumnMapping(columns: [.quantity]).missing(for: .update) == [.name])
    #expect(ColumnMapping(columns: [.sku]).missing(for: .add) == [.name])
    #expect(ColumnMapping(columns: [.sku]).missing(for: .update) == [])
  }

  @Test func `what is left out is told, and why`() {
    let header = ["Title", "sku", "name", "Colour", " "]
    let mapping = ColumnMapping(guessingFrom: header)
    #expect(
      mapping.notes(header: header) == [
        "“Title” is left out: “name” is the name already.", "“Colour” is left out.",
        "“Column 5” is left out.",
      ]
    )
    #expect(ColumnMapping(guessingFrom: ["sku", "name"]).notes(header: ["sku", "name"]) == [])
  }

  @Test(arguments: [
    ("Asset Tag", 1), (" asset tag", 1), ("2", 1), ("3", 2), ("Größe", 2), ("5", 0),
  ])
  func `a column is found by its name or its number`(name: String, index: Int) {
    #expect(ColumnMapping.index(of: name, in: ["5", "Asset Tag", "größe"]) == index)
  }

  @Test(arguments: ["4", "0", "-1", "Tag", ""])
  func `a column that is not there is not found`(name: String) {
    #expect(ColumnMapping.index(of: name, in: ["a", "Asset Tag", "b"]) == nil)
  }
}
