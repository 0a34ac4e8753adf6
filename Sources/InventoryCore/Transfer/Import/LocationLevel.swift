/// How large the places are that columns of a file name: a room is in a building, and has shelves.
///
/// Several such columns together say where a thing is.
enum LocationLevel {
  /// That of a name which can mean a place of any size, such as "Location".
  static let any = 5
  /// That of places without anything in them.
  static let position = 10

  /// The level of the places below a name, from large ones to small ones; `nil` if the name says
  /// nothing about it.
  ///
  /// - Parameter key: The name as ``ColumnName/key(_:)`` has it.
  static func level(ofKey key: String) -> Int? { levels[key] }

  /// Whether a column of larger or smaller places may stand beside one of places of any size. A
  /// room can be in such a place, or have it in it.
  static func isBesideAny(_ level: Int) -> Bool { !(3...4).contains(level) }

  /// All names whose level is known.
  static var names: [String] { table.flatMap(\.names) }

  private static let levels = Dictionary(
    table.flatMap { entry in entry.names.map { (ColumnName.key($0), entry.level) } },
    uniquingKeysWith: { first, _ in first }
  )

  private static let table: [(level: Int, names: [String])] = [
    (1, "site, campus"),
    (
      2,
      """
      building, warehouse, warehouse name, Gebäude, bâtiment, entrepôt, edificio, almacén, magazzino,
      prédio, edifício, armazém, gebouw, magazijn, budynek, magazyn, budova, sklad, byggnad, bygning,
      rakennus, épület, raktár, здание, склад, будівля, Lager
      """
    ),
    (3, "floor, storey, Etage, Stockwerk, étage, verdieping, piętro, patro, våning, etasje, этаж"),
    (
      4,
      """
      room, Raum, Zimmer, pièce, salle, habitación, sala, cuarto, stanza, quarto, kamer, ruimte,
      pokój, pomieszczenie, místnost, rum, rom, huone, szoba, helyiség, комната, помещение, кімната,
      приміщення
      """
    ),
    (
      6,
      """
      rack, cabinet, cupboard, closet, bay, Schrank, Regal, armoire, armario, estantería, armadio,
      scaffale, armário, kast, szafa, regał, skříň, skåp, skab, skap, reol, kaappi, szekrény, шкаф,
      стеллаж, шафа, стелаж
      """
    ),
    (
      7,
      """
      shelf, Regalboden, étagère, rayon, estante, ripiano, prateleira, plank, półka, police, hylla,
      hylde, hylle, hylly, polc, полка, полиця
      """
    ),
    (
      8,
      """
      drawer, bin, bin location, bin name, compartment, slot, Fach, Schublade, tiroir, casier, cajón,
      cassetto, gaveta, lade, szuflada, zásuvka, låda, skuffe, laatikko, fiók, шухляда
      """
    ),
    (
      9,
      """
      box, container, Kiste, Karton, Behälter, boîte, caja, scatola, caixa, doos, pudełko, krabice,
      kasse, doboz, коробка
      """
    ),
    (position, "position, Platz"),
    (11, "subfolder-level1"), (12, "subfolder-level2"), (13, "subfolder-level3"),
    (14, "subfolder-level4"),
  ]
  .map { level, names in
    (level, names.split { $0 == "," || $0.isNewline }.map { String($0).trimmed })
  }
}
