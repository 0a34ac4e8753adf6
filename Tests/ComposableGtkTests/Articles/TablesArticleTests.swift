import ComposableGtk
import Testing

@MainActor
@Suite struct TablesArticleTests {
  @Test
  func `pictures are in the order of the columns`() async {
    let night = Museum.Picture(id: 1, title: "Night", painter: "Ada", year: 1902)
    let noon = Museum.Picture(id: 2, title: "Noon", painter: "Ada", year: 1871)
    let store = TestStore(initialState: Museum.State(pictures: [night, noon])) { Museum() }

    let byYear = [KeyPathComparator(\Museum.Picture.year)]
    await store.send(\.binding.sortOrder, byYear) {
      $0.sortOrder = byYear
      $0.pictures = [noon, night]
    }
    var columns = TableColumnCustomization<Museum.Picture>()
    columns[visibility: "value"] = .visible
    await store.send(\.binding.columns, columns) { $0.columns = columns }
  }
}
