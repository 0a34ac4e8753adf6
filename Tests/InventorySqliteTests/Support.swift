import InventorySqlite
import InventoryTestSupport
import Testing

extension InventoryDatabase {
  /// Expects that the paths of locations are what their parents say, that no row refers to one that
  /// is gone, and that the index of the search is sound.
  func expectSoundLocations(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let wrong = try sqlite(
      path,
      """
      SELECT count(*) FROM location LEFT JOIN location parent ON parent.id = location.parentID
      WHERE location.path <> IFNULL(parent.path || ' / ', '') || location.name;
      PRAGMA foreign_key_check; INSERT INTO itemSearch (itemSearch) VALUES ('integrity-check');
      """
    )
    #expect(wrong == "0\n", sourceLocation: sourceLocation)
  }
}
