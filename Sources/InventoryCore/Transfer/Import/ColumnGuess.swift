/// Guesses what the columns of a file mean.
struct ColumnGuess {
  private(set) var columns: [ItemColumn?]
  /// The columns whose names say nothing, and whose cells do.
  private(set) var fromCells: Set<Int> = []
  /// The columns that only number the rows, although their names could be those of a SKU.
  private(set) var rowNumbers: Set<Int> = []

  private let names: [ColumnName]
  /// The meanings that the columns may have by their names, the best first.
  private var candidates: [Candidate] = []
  /// What the cells tell, if that is known.
  private let facts: [ColumnFacts]?

  /// A meaning that a column may have.
  private struct Candidate {
    let index: Int
    let column: ItemColumn
    let rank: NameRank
  }

  init(_ header: [String], _ facts: [ColumnFacts]?) {
    columns = Array(repeating: nil, count: header.count)
    var names = header.map(ColumnName.init)
    // In a list of electronic parts, "Value" says what a part is, and "Reference" where it is
    // soldered.
    if names.contains(where: { $0.words.contains("footprint") }) {
      for index in names.indices { names[index].becomeThatOfParts() }
    }
    self.names = names
    self.facts = facts
    takeNames()
    if facts != nil { takeCells() }
  }

  // MARK: - Names

  private mutating func takeNames() {
    let all = names.indices.flatMap { index in
      names[index].meanings.map { Candidate(index: index, column: $0.column, rank: $0.rank) }
    }
    candidates = all.sorted(by: isBetter)
    for candidate in candidates
    where columns[candidate.index] == nil && !columns.contains(candidate.column) {
      guard isPlausible(candidate) else { continue }
      columns[candidate.index] = candidate.column
    }
    takeOtherName()
    takeOtherPlaces()
    // Where there are several of a thing, a value may be that of all of them.
    if mayHaveSeveral, let price = columns.firstIndex(of: .price),
      names[price].isOfAll || isPriceOfOthers(price)
    {
      columns[price] = nil
    }
  }

  /// Whether the prices of a column may be those of another number of things than one: of a
  /// kilogram where grams are counted, or of a hundred.
  private func isPriceOfOthers(_ price: Int) -> Bool {
    guard let facts else { return false }
    if columns.indices.contains(where: { index in
      index != price && names[index].mayBeNumberOfPrice && facts[index].tens > 0
        && facts[index].isOfPriceNumbers
    }) {
      return true
    }
    guard let unit = names[price].unitOfPrice else { return false }
    if let quantity = columns.firstIndex(of: .quantity), let counted = names[quantity].unit {
      return !UnitWords.areSame(unit, counted)
    }
    guard let units = columns.firstIndex(of: .unit) else { return false }
    guard let counted = facts[units].onlyText else { return true }
    return !UnitWords.areSame(unit, counted)
  }

  /// Whether there may be more than one of a thing: a column says how many there are, and they are
  /// not one each.
  private var mayHaveSeveral: Bool {
    if let quantity = columns.firstIndex(of: .quantity) {
      guard let facts = facts?[quantity] else { return true }
      return facts.cells == 0 || facts.ones < facts.cells
    }
    return candidates.contains { candidate in
      candidate.column == .quantity && columns[candidate.index] == nil
        && (facts?[candidate.index].hasPrices != true)
    }
  }

  /// Takes the name of items from a column that can mean something else as well, such as a
  /// description, if no other column has it, or if that one leaves it empty in some rows.
  private mutating func takeOtherName() {
    let current = columns.firstIndex(of: .name)
    let facts = facts
    let isEmpty = { (index: Int) in (facts?[index].emptyCells ?? 0) > 0 }
    if let current, !isEmpty(current) || names[current].meanings.first?.rank == .exact { return }
    let others = candidates.filter { candidate in
      candidate.column == .name && candidate.index != current
        && [nil, .notes, .tags].contains(columns[candidate.index]) && isPlausible(candidate)
    }
    guard let other = others.first(where: { current == nil || !isEmpty($0.index) }) else { return }
    if let current { columns[current] = nil }
    columns[other.index] = .name
  }

  /// Takes columns for parts of the location that have larger or smaller places than the one that
  /// is taken for it: rooms, shelves and boxes together say where a thing is.
  private mutating func takeOtherPlaces() {
    guard let first = columns.firstIndex(of: .location) else { return }
    let level = names[first].locationLevel
    var levels: Set = [level ?? LocationLevel.any]
    for index in columns.indices where columns[index] == nil {
      guard let other = names[index].locationLevel,
        level != nil || LocationLevel.isBesideAny(other),
        facts?[index].canBePlaces(isPosition: other == LocationLevel.position) ?? true,
        levels.insert(other).inserted
      else { continue }
      columns[index] = .location
    }
  }

  private func isBetter(_ left: Candidate, _ right: Candidate) -> Bool {
    if left.rank != right.rank { return left.rank > right.rank }
    // A column of codes whose name is vague is a SKU rather than a name.
    if left.column != right.column { return left.column == .sku && right.column == .name }
    guard let facts, left.index != right.index else { return left.index < right.index }
    let (leftFacts, rightFacts) = (facts[left.index], facts[right.index])
    // What a scanner reads from a book is the longer one of its two numbers.
    if left.column == .barcode, leftFacts.scannedBarcodes != rightFacts.scannedBarcodes {
      return leftFacts.scannedBarcodes > rightFacts.scannedBarcodes
    }
    if leftFacts.emptyCells != rightFacts.emptyCells {
      return leftFacts.emptyCells < rightFacts.emptyCells
    }
    // Titles of people repeat, and names of things do not.
    if left.column == .name,
      leftFacts.differentCells * 3 <= rightFacts.differentCells * 2
        || rightFacts.differentCells * 3 <= leftFacts.differentCells * 2
    {
      return leftFacts.differentCells > rightFacts.differentCells
    }
    return left.index < right.index
  }

  /// Whether the cells of a column fit what its name may mean.
  private mutating func isPlausible(_ candidate: Candidate) -> Bool {
    guard let facts = facts?[candidate.index] else { return isPlausibleName(candidate) }
    if facts.cells == 0, facts.rows > 0, isFilledElsewhere(candidate) { return false }
    let isVague = candidate.rank <= .vague
    if isVague || candidate.column == .sku && candidate.rank == .usual, facts.cells > 0,
      facts.countsRows, ![.barcode, .price].contains(candidate.column)
    {
      if candidate.column == .sku { rowNumbers.insert(candidate.index) }
      return false
    }
    switch candidate.column {
    case .name where candidate.rank == .faint && hasOtherNames(candidate):
      return false
    case .name:
      return candidate.rank == .exact
        || facts.most(\.letterCells) && !isCodeBesideName(candidate.index)
          && (facts.cells == 0 || !facts.most(\.addresses))
    case .sku:
      return !isVague || isVagueSku(candidate, facts)
    case .quantity, .reorderLevel:
      return isPlausibleName(candidate) && isQuantity(candidate, facts)
    case .price:
      if facts.isOfCurrencies { return false }
      if names[candidate.index].mayBeNumberOfPrice, facts.isOfPriceNumbers { return false }
      return !isVague || isPriceOfOne(candidate, facts)
    case .unit:
      // "Unit" can be short for the price of one.
      return facts.cells == 0 || !facts.most(\.amounts)
    case .currency:
      return candidate.rank == .exact || facts.cells == 0 || !facts.most(\.amounts)
    case .created, .changed:
      return candidate.rank == .exact || facts.most(\.dates)
    case .location:
      return (candidate.rank == .exact && !facts.isOfAnswers || isPlace(candidate, facts))
        && (!facts.isOfKeys || !hasOtherTexts(candidate))
    case .tags:
      return candidate.rank == .exact || facts.cells == 0 || !facts.isOfKeys
    case .barcode:
      // "Jan" is the code of a thing in Japan, and a month.
      return names[candidate.index].words != ["jan"] || facts.most(\.barcodes)
    case .notes:
      return true
    }
  }

  /// Whether the cells of a column that may have places can be places, and the other names of the
  /// file allow for it.
  private func isPlace(_ candidate: Candidate, _ facts: ColumnFacts) -> Bool {
    let name = names[candidate.index]
    // A book has the place of its publisher, and a purchase the shop.
    if !name.words.isDisjoint(with: Self.wordsOfTowns),
      names.contains(where: { !$0.words.isDisjoint(with: Self.wordsOfPublishers) })
    {
      return false
    }
    if name.words == ["where"], names.contains(where: { $0.words == ["when"] }) { return false }
    guard facts.cells > 0 else { return true }
    if name.locationLevel == LocationLevel.position, !facts.most(\.letterCells) { return false }
    // A place may be called "Box".
    if candidate.rank == .vague, facts.most(\.units) { return false }
    return !facts.isOfAnswers && !facts.most(\.sizes)
      && !facts.most(\.addresses) && !facts.most(\.dates) && facts.prices == 0
      && (facts.amounts - facts.allWholeNumbers) * 2 < facts.cells
  }

  /// Names of columns that have towns as well as places of things.
  private static let wordsOfTowns: Set = [
    "ort", "place", "lieu", "lugar", "luogo", "local", "plaats", "miejsce", "místo", "plats",
    "sted",
    "hely", "место",
  ]

  /// Words in the names of columns of lists of books.
  private static let wordsOfPublishers: Set = [
    "verlag", "publisher", "éditeur", "editeur", "editorial", "editore", "editora", "uitgever",
    "uitgeverij", "wydawca", "wydawnictwo", "nakladatel", "nakladatelství", "forlag", "förlag",
    "kustantaja", "kiadó", "издательство", "видавництво",
  ]

  /// Whether another column more probably has the names of items, and not their codes.
  private func hasOtherNames(_ candidate: Candidate) -> Bool {
    candidates.contains { other in
      other.column == .name && other.rank > candidate.rank && other.index != candidate.index
        && facts?[other.index].most(\.codes, share: 0.8) == false
    }
  }

  /// Whether the other names of the file allow for what a name may mean.
  private func isPlausibleName(_ candidate: Candidate) -> Bool {
    if candidate.column == .reorderLevel {
      // Below "Min" and "Max", games have how many may play.
      return !names[candidate.index].words.isSubset(of: Self.wordsOfLeast)
        || !names.contains { !$0.words.isDisjoint(with: Self.wordsOfGames) }
    }
    guard candidate.column == .quantity, candidate.rank <= .vague else { return true }
    // How many other people have a thing, or have voted for it.
    if names.contains(where: { !$0.words.isDisjoint(with: Self.wordsOfOthers) }) { return false }
    guard candidate.rank == .faint else { return true }
    // The pieces of a set or a puzzle are parts of one thing.
    return !names.contains { !$0.words.isDisjoint(with: Self.wordsOfSets) }
  }

  /// Words in the names of columns of lists of things that have parts.
  private static let wordsOfSets: Set = [
    "set", "sets", "puzzle", "title", "theme", "kit", "game", "lego", "titel", "thema", "spiel",
    "titre", "título", "titolo", "tytuł",
  ]

  /// Words in the names of columns that say what other people have or think.
  private static let wordsOfOthers: Set = [
    "want", "wants", "wantlist", "wishlist", "rating", "ratings", "average", "avg", "votes",
    "bewertung", "bewertungen",
  ]

  private static let wordsOfLeast: Set = ["min", "minimum"]

  private static let wordsOfGames: Set = [
    "game", "games", "boardgame", "player", "players", "spiel", "spiele", "spieler", "jeu", "jeux",
    "joueurs", "juego", "juegos", "jugadores", "gioco", "giochi", "giocatori", "jogo", "spel",
    "spelare", "gra", "hra",
  ]

  /// Whether a column has a code in each row, and another one names of the items.
  private func isCodeBesideName(_ index: Int) -> Bool {
    guard let facts, facts[index].isOfDistinctCodes,
      names[index].meanings.contains(where: { $0.column == .sku })
    else { return false }
    return candidates.contains { other in
      other.column == .name && other.index != index && facts[other.index].most(\.letterCells)
        && facts[other.index].cells > 0 && !facts[other.index].most(\.codes, share: 0.8)
    }
  }

  /// Whether a column with a vague name has codes that tell one item from another. Small numbers
  /// do not: another list has the same for other things, and would change them.
  private func isVagueSku(_ candidate: Candidate, _ facts: ColumnFacts) -> Bool {
    guard facts.isDistinct, facts.most(\.codes, share: 0.8) else { return false }
    let name = names[candidate.index]
    if name.meanings.contains(where: { $0.column == .name && $0.rank >= .usual }) {
      return isCodeBesideName(candidate.index)
    }
    if name.mayCount, !facts.most(\.letterCells, share: 0.8) { return false }
    return facts.cells == 0 || facts.shortNumbers * 5 <= facts.cells
  }

  /// Whether the cells of a column are numbers of things.
  private func isQuantity(_ candidate: Candidate, _ facts: ColumnFacts) -> Bool {
    if facts.cells > 0, facts.answers == facts.cells { return candidate.rank == .exact }
    guard candidate.rank <= .vague else { return true }
    guard facts.amounts + facts.counts >= (facts.cells + 1) / 2, !facts.hasPrices else {
      return false
    }
    // 450.00 is an amount of money, and so may be 450 beside the day on which it was paid.
    guard names[candidate.index].meanings.contains(where: { $0.column == .price }) else {
      return true
    }
    if facts.cells > 0, facts.cents == facts.cells { return false }
    // Most people have less than a hundred of most things, and pay more for many.
    if facts.cells > 0, facts.hundreds * 2 >= facts.cells, facts.counts == 0,
      !candidates.contains(where: {
        [.price, .unit].contains($0.column) && $0.index != candidate.index
      })
    {
      return false
    }
    return facts.counts > 0 || !names.contains { !$0.words.isDisjoint(with: Self.wordsOfPayments) }
      || candidates.contains { $0.column == .price && $0.index != candidate.index }
  }

  /// Words in the names of columns that say when something was paid.
  private static let wordsOfPayments: Set = [
    "date", "paid", "bought", "purchased", "datum", "gekauft", "bezahlt", "payé", "acheté", "fecha",
    "comprado", "pagado", "data", "acquisto", "compra", "koop", "dato", "дата", "dátum",
  ]

  /// Whether a column with a name such as "value" or "amount" has the price of one.
  private func isPriceOfOne(_ candidate: Candidate, _ facts: ColumnFacts) -> Bool {
    guard facts.most(\.amounts) else { return false }
    // An amount, or what is below "Unit", is a number of things unless it is one of money.
    if candidate.rank == .faint
      || names[candidate.index].meanings.contains(where: { $0.column == .quantity })
    {
      return facts.hasPrices || facts.cells > 0 && facts.cents == facts.cells
    }
    return true
  }

  /// Whether another column can have the same meaning, and is not empty.
  private func isFilledElsewhere(_ candidate: Candidate) -> Bool {
    candidates.contains { other in
      other.column == candidate.column && other.index != candidate.index
        && (facts?[other.index].cells ?? 0) > 0
    }
  }

  /// Whether another column can have the same meaning, and has texts and not numbers.
  private func hasOtherTexts(_ candidate: Candidate) -> Bool {
    candidates.contains { other in
      other.column == candidate.column && other.index != candidate.index
        && (facts?[other.index].cells ?? 0) > 0
        && facts?[other.index].most(\.letterCells) == true
    }
  }

  // MARK: - Cells

  private mutating func takeCells() {
    guard let facts else { return }
    func found(_ condition: (Int) -> Bool) -> [Int] {
      columns.indices.filter {
        columns[$0] == nil && names[$0].meanings.isEmpty && condition($0)
      }
    }
    func first(_ condition: (Int) -> Bool) -> Int? { found(condition).first }
    func only(_ condition: (Int) -> Bool) -> Int? {
      let found = found(condition)
      return found.count == 1 ? found.first : nil
    }
    if !columns.contains(.barcode), let index = only({ facts[$0].isOfBarcodes }) {
      take(.barcode, index)
    }
    if !columns.contains(.sku),
      let index = first({
        facts[$0].isOfCodes && !says($0, Self.wordsOfKinds) && !says($0, Self.wordsOfTraits)
      })
    {
      take(.sku, index)
    }
    if !columns.contains(.price), !mayHaveSeveral, let index = only({ facts[$0].isOfPrices }),
      !says(index, Self.wordsOfSums)
    {
      take(.price, index)
    }
    if columns.contains(.price), !columns.contains(.currency) {
      let found = columns.indices.filter { columns[$0] == nil && facts[$0].isOfCurrencies }
      if found.count == 1 { take(.currency, found[0]) }
    }
    if !columns.contains(.name) {
      if let index = mostDistinct(first(isOfNames)) ?? only(isOfText) { take(.name, index) }
    }
    // "Type" says what a thing is, if nothing else does, and each type is there once.
    if !columns.contains(.name), columns.count > 1, columns.first == .tags, let first = facts.first,
      first.isOfTexts, first.isDistinct, first.cells > 1
    {
      take(.name, 0)
    }
  }

  private func isOfNames(_ index: Int) -> Bool {
    facts?[index].isOfNames == true && !says(index, Self.wordsOfTraits)
  }

  private func isOfText(_ index: Int) -> Bool {
    // A column that is the only one may be a table whose delimiter is not known.
    columns.count > 1 && facts?[index].isOfTexts == true && !says(index, Self.wordsOfTraits)
  }

  /// How words begin that are in the names of columns which say something about an item other than
  /// what it is called.
  private static let wordsOfTraits = [
    "colo", "farbe", "couleur", "kolor", "barva", "färg", "farve", "size", "größe", "taille",
    "talla", "misura", "supplier", "vendor", "lieferant", "fournisseur", "proveedor", "fornitore",
    "brand", "marke", "marque", "marca", "manufactur", "mfr", "mfg", "maker", "hersteller",
    "fabricant", "fabricante", "author", "autor", "auteur", "autore", "artist", "künstler",
    "owner", "besitzer", "eigentümer", "holder", "status", "condition", "zustand", "état", "estado",
    "country", "land", "pays", "país", "paese", "date", "datum", "fecha", "footprint", "package",
    "url", "link", "image", "bild", "photo", "foto", "datasheet", "first", "last", "vorname",
    "nachname", "prénom", "apellido", "cognome", "email", "phone", "telefon", "customer", "kunde",
    "client", "user", "cliente", "nutzer", "benutzer", "batch", "lot", "charge", "voltage",
    "capacity", "reference", "warranty", "garantie", "value",
    "wert", "valeur", "valor", "valore", "denomination", "nennwert",
  ]

  /// Whether the name of a column has one of some words in it.
  private func says(_ index: Int, _ words: [String]) -> Bool {
    names[index].words.contains { word in words.contains { word.hasPrefix($0) } }
  }

  /// How words begin that are in the names of codes which several things can have, or which others
  /// have given to them.
  private static let wordsOfKinds = [
    "batch", "lot", "charge", "cas", "external", "serial", "serie", "host", "ip", "version",
    "model",
    "modell", "size", "größe", "taille", "talla", "grade", "primer", "partie", "partij", "parti",
    "šarže", "erä", "партия", "customer", "order", "invoice", "po", "rechnung", "auftrag",
    "listing",
    "mfr", "mfg", "manufactur", "hersteller", "supplier", "lieferant", "vendor", "position", "slot",
    "reference", "ref", "designator",
    "date", "datum", "expir", "ablauf", "color", "colour", "farbe", "year", "footprint", "package",
  ]

  /// How words begin that are in the names of amounts of money which are no price of one thing.
  private static let wordsOfSums = [
    "total", "sum", "line", "ext", "gesamt", "bestandswert", "lagerwert", "warenwert", "gp",
    "montant", "importe", "importo", "subtotal", "insur", "versicher", "assur", "asegur", "assicur",
    "verzeker", "deposit", "pfand", "tax", "vat", "mwst", "tva", "iva", "shipping", "versand",
    "discount", "rabatt", "remise", "paid", "bezahlt", "celkem", "razem", "wartość", "summa",
    "итог", "сумма", "össz", "valuation", "catalog", "katalog", "market", "estimat", "face",
  ]

  /// The column of texts that repeat least; the first of several.
  private func mostDistinct(_ first: Int?) -> Int? {
    guard let first, let facts else { return nil }
    return columns.indices.filter {
      $0 >= first && columns[$0] == nil && names[$0].meanings.isEmpty && isOfNames($0)
    }
    .reduce(first) { facts[$1].differentCells > facts[$0].differentCells ? $1 : $0 }
  }

  private mutating func take(_ column: ItemColumn, _ index: Int) {
    columns[index] = column
    fromCells.insert(index)
  }
}

extension ColumnFacts {
  /// Whether there are amounts of money in the column.
  fileprivate var hasPrices: Bool { prices > 0 && most(\.prices) }

  /// Whether all cells are whole numbers, as the keys of other tables are.
  fileprivate var isOfKeys: Bool { cells > 0 && allWholeNumbers == cells }

  /// Whether each row has a code of its own.
  fileprivate var isOfDistinctCodes: Bool {
    cells > 0 && isDistinct && most(\.codes, share: 0.8) && letterCells > 0
  }

  /// Whether most cells are texts that may be names, also of few rows.
  fileprivate var isOfTexts: Bool {
    cells > 0 && emptyCells == 0 && most(\.letterCells, share: 0.8) && counts == 0 && prices == 0
      && dates == 0 && answers < cells
  }

  /// Whether the cells may name places in places, perhaps by numbers.
  fileprivate func canBePlaces(isPosition: Bool) -> Bool {
    // Positions such as 1, 2, 3 number the rows.
    cells > 0 && prices == 0 && dates == 0 && answers < cells && !(isPosition && countsRows)
  }

  /// Whether most cells are answers such as yes and no.
  fileprivate var isOfAnswers: Bool { cells > 0 && answers * 2 > cells }

  /// Whether all cells say how many things a price is for: 1, 10, 100 or 1,000.
  fileprivate var isOfPriceNumbers: Bool { cells > 0 && tens + ones == cells }

  fileprivate var isOfCurrencies: Bool { cells > 0 && currencies == cells }

  fileprivate var isOfBarcodes: Bool { cells >= 3 && barcodes == cells }

  /// Whether each row has a code of its own, which is more than a number that may count something.
  fileprivate var isOfCodes: Bool {
    cells >= 3 && emptyCells == 0 && isDistinct && codes == cells && amounts == 0 && dates == 0
      && barcodes < cells && letterCells == cells
  }

  fileprivate var isOfPrices: Bool { cells >= 3 && prices == cells }

  fileprivate var isOfNames: Bool {
    cells >= 3 && emptyCells == 0 && most(\.texts, share: 0.8)
      && most(\.differentCells, share: 0.9) && !most(\.addresses)
  }
}
