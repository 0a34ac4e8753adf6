/// How much of a spreadsheet is read. Whoever made the file may want the program to run out of
/// memory, or to work for hours.
package struct SpreadsheetLimits: Sendable {
  /// The most parts in a file.
  package var parts = 10_000
  /// The most bytes of the rows of a sheet after they were unpacked, in bytes.
  package var unpackedRows = 8 << 30
  /// The most bytes of any other part.
  package var unpackedPart = 64 << 20
  /// How many times larger than packed a part may be.
  package var ratio = 200
  /// The size up to which a part may be any number of times larger than packed.
  package var sizeWithAnyRatio = 64 << 20
  /// The most rows of a sheet.
  package var rows = 1 << 20
  /// The most columns with content.
  package var columns = 1_000
  /// The most bytes of the texts of a row.
  package var row = 4 << 20
  /// The most bytes of the texts that the cells of a workbook share.
  package var sharedTexts = 256 << 20
  /// The most sheets of a workbook.
  package var sheets = 1_000
  /// How many elements of XML may be inside each other.
  package var depth = 256

  package init() {}
}
