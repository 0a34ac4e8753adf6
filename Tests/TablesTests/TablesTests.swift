import Foundation
import Testing

@testable import Tables

private struct Parcel: Identifiable, Equatable {
  let id: Int
  var name = ""
  var weight = 0.0
}

private struct ByLength: SortComparator {
  var order = SortOrder.forward

  func compare(_ first: String, _ second: String) -> ComparisonResult { .orderedSame }
}

private typealias Customization = TableColumnCustomization<Parcel>

@Suite struct TableColumnCustomizationTests {
  private let ids: [String?] = ["name", nil, "weight", "price"]

  @Test func `columns that nobody has moved are in the order of the table`() {
    #expect(Customization().arranged(ids) == [0, 1, 2, 3])
    #expect(Customization().arranged([]) == [])
  }

  @Test func `a moved column comes before another one, and one without an id stays by its own`() {
    var columns = Customization()
    columns.move(3, before: 0, ids)
    #expect(columns.order == ["price", "name", "weight"])
    #expect(columns.arranged(ids) == [3, 0, 1, 2])
    columns.move(3, before: nil, ids)
    #expect(columns.order == ["name", "weight", "price"])
  }

  @Test func `columns that the order does not know come where the table has them`() {
    var columns = Customization()
    columns.order = ["price", "gone", "name"]
    #expect(columns.arranged(ids) == [3, 0, 1, 2])
    columns.order = ["weight"]
    #expect(columns.arranged(["first", "weight"]) == [0, 1])
    #expect(columns.arranged(["weight", "second"]) == [0, 1])
  }

  @Test func `an order with an id twice has the column once`() {
    var columns = Customization()
    columns.order = ["weight", "weight", "name"]
    #expect(columns.arranged(["name", "weight", "name"]) == [1, 2, 0])
  }

  @Test func `resetting the order keeps widths and what is hidden`() {
    var columns = Customization()
    columns.order = ["price"]
    columns[visibility: "name"] = .hidden
    columns[width: "weight"] = 80
    columns.resetOrder()
    #expect(columns.order.isEmpty)
    #expect(columns[visibility: "name"] == .hidden)
    #expect(columns[width: "weight"] == 80)
  }

  @Test func `what is as the table says leaves nothing behind`() {
    var columns = Customization()
    #expect(columns[visibility: "name"] == .automatic)
    columns[visibility: "name"] = .hidden
    columns[visibility: "name"] = .automatic
    columns[width: "name"] = 80
    columns[width: "name"] = nil
    #expect(columns == Customization())
  }

  @Test func `columns are written and read`() throws {
    var columns = Customization()
    columns.order = ["price", "name"]
    columns[visibility: "name"] = .hidden
    columns[width: "price"] = 81.5
    let data = try JSONEncoder().encode(columns)
    #expect(try JSONDecoder().decode(Customization.self, from: data) == columns)
  }

  @Test func `what an older version has not written is as the table says`() throws {
    let columns = try JSONDecoder().decode(Customization.self, from: Data("{}".utf8))
    #expect(columns == Customization())
  }
}

@Suite struct TableColumnWidthTests {
  @Test(arguments: [Double.infinity, 1e300, -.infinity, -1e300, .nan])
  func `a number that is no width is none, or the nearest width`(number: Double) {
    for column in [
      TableColumnWidth(minimum: number), TableColumnWidth(ideal: number),
      TableColumnWidth(maximum: number), TableColumnWidth(minimum: 60, ideal: number),
    ] {
      #expect(widths([column, TableColumnWidth()], in: 400).allSatisfy { 0...32_000 ~= $0 })
    }
    var chosen = TableColumnWidth()
    chosen.chosen = number
    #expect(widths([chosen], in: 400).allSatisfy { 48...32_000 ~= $0 })
    #expect(TableColumnWidth.least([chosen]) >= 48)
  }

  private func widths(_ columns: [TableColumnWidth], in room: Int) -> [Int] {
    TableColumnWidth.widths(of: columns, in: room)
  }

  @Test func `columns share what is left equally`() {
    #expect(widths(Array(repeating: TableColumnWidth(), count: 3), in: 601) == [201, 200, 200])
  }

  @Test func `a column that cannot grow leaves its share to the others`() {
    let columns = [
      TableColumnWidth(minimum: 50, ideal: 50, maximum: 50), TableColumnWidth(maximum: 130),
      TableColumnWidth(),
    ]
    #expect(widths(columns, in: 600) == [50, 130, 420])
  }

  @Test func `columns give way in proportion to what they have above their minimum`() {
    let columns = [
      TableColumnWidth(minimum: 100, ideal: 200), TableColumnWidth(minimum: 100, ideal: 400),
    ]
    #expect(widths(columns, in: 400) == [150, 250])
    #expect(widths(columns, in: 401).reduce(0, +) == 401)
  }

  @Test func `columns are never narrower than their minimum`() {
    let columns = [TableColumnWidth(minimum: 100), TableColumnWidth(minimum: 60, maximum: 90)]
    #expect(widths(columns, in: 10) == [100, 60])
    #expect(TableColumnWidth.least(columns) == 160)
  }

  @Test func `a width that the user has chosen stays, within what the column allows`() {
    var columns = [TableColumnWidth(minimum: 60, maximum: 300), TableColumnWidth(minimum: 50)]
    columns[0].chosen = 250
    #expect(widths(columns, in: 200) == [250, 50])
    #expect(widths(columns, in: 800) == [250, 550])
    columns[0].chosen = 1_000
    #expect(widths(columns, in: 800) == [300, 500])
    #expect(TableColumnWidth.least(columns) == 350)
  }

  @Test func `room stays free if all columns have their width`() {
    #expect(widths([TableColumnWidth(maximum: 100)], in: 500) == [100])
    #expect(widths([], in: 500) == [])
  }

  @Test func `the sizes of a column are in order, whatever is asked for`() {
    let column = TableColumnWidth(minimum: 200, ideal: 10, maximum: 100)
    #expect(column.minimum == 200 && column.ideal == 200 && column.maximum == 200)
    #expect(!column.isResizable)
    #expect(TableColumnWidth(ideal: 20).minimum == 20)
    #expect(TableColumnWidth(minimum: -5, maximum: 10).minimum == 1)
  }
}

@Suite struct SortOrderTests {
  private let name = KeyPathComparator(\Parcel.name)
  private let weight = KeyPathComparator(\Parcel.weight)

  private func reversed(
    _ comparator: KeyPathComparator<Parcel>
  ) -> KeyPathComparator<Parcel> {
    var comparator = comparator
    comparator.order = .reverse
    return comparator
  }

  @Test func `a click sorts by the column, and a second one the other way round`() {
    var order: [KeyPathComparator<Parcel>] = []
    order = order.sorted(by: name, adding: false)
    #expect(order == [name])
    order = order.sorted(by: name, adding: false)
    #expect(order == [reversed(name)])
    order = order.sorted(by: name, adding: false)
    #expect(order == [name])
  }

  @Test func `a click on another column sorts by it alone`() {
    #expect([reversed(name), weight].sorted(by: weight, adding: false) == [weight])
    #expect([reversed(weight), name].sorted(by: weight, adding: false) == [weight])
  }

  @Test func `a click with Shift adds the column, and then reverses it in its place`() {
    var order = [name].sorted(by: weight, adding: true)
    #expect(order == [name, weight])
    order = order.sorted(by: name, adding: true)
    #expect(order == [reversed(name), weight])
  }

  @Test func `comparators are the same column in either direction`() {
    #expect(name.sortsLike(reversed(name)))
    #expect(!name.sortsLike(weight))
    #expect(!name.sortsLike(KeyPathComparator(\Parcel.name, comparator: ByLength())))
  }
}
