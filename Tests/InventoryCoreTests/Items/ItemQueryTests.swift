import Foundation
import InventoryCore
import Testing

@Suite struct ItemQueryTests {
  @Test func `a query comes back as it was written`() throws {
    let query = ItemQuery(
      searchText: "bolt",
      location: "Shed",
      filter: ItemFilter(isLow: true, location: "Attic", tag: "red"),
      sort: .dateChanged,
      isReversed: true
    )
    let data = try JSONEncoder().encode(query)
    #expect(try JSONDecoder().decode(ItemQuery.self, from: data) == query)
  }

  @Test(arguments: [
    ("{}", ItemQuery()),
    (#"{"sort": "price"}"#, ItemQuery(sort: .price)),
    (#"{"sort": "sku", "isReversed": "x"}"#, ItemQuery(sort: .sku)),
    (#"{"sort": "colour", "searchText": 3, "filter": []}"#, ItemQuery()),
    (
      #"{"searchText": "a", "filter": {"tag": "b"}}"#,
      ItemQuery(searchText: "a", filter: ItemFilter(tag: "b"))
    ),
    (
      #"{"filter": {"isLow": 1, "location": "c", "more": 1}, "sort": "sku"}"#,
      ItemQuery(filter: ItemFilter(location: "c"), sort: .sku)
    ),
  ])
  func `what is missing or unreadable has its default value`(
    text: String,
    expected: ItemQuery
  ) throws {
    #expect(try JSONDecoder().decode(ItemQuery.self, from: Data(text.utf8)) == expected)
  }

  @Test func `a part of a filter is removed alone`() {
    let filter = ItemFilter(isLow: true, location: "Attic", tag: "red")
    #expect(filter.parts == [.isLow, .location, .tag])
    #expect(filter.without(.location).parts == [.isLow, .tag])
    #expect(filter.without(.isLow).without(.tag) == ItemFilter(location: "Attic"))
    #expect(ItemFilter().isEmpty)
    #expect(!filter.without(.tag).isEmpty)
  }
}
