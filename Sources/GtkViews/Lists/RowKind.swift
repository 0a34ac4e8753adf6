/// What a row of a list shows.
enum RowKind {
  /// An element or another view, which can be selected.
  case row
  /// The header or footer of a section. GTK has list sections only since 4.12, so these are rows of
  /// their own.
  case header, footer
}
