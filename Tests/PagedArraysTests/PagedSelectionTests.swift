import Foundation
import PagedArrays
import Testing

struct PagedSelectionTests {
  @Test func `nothing and everything need no ids`() {
    var selection = PagedSelection<Int>.none
    #expect(selection.isEmpty)
    #expect(!selection.contains(1))
    #expect(selection.count(of: 1_000_000) == 0)

    selection = .all
    #expect(!selection.isEmpty)
    #expect(selection.contains(1))
    #expect(selection.count(of: 1_000_000) == 1_000_000)
  }

  @Test func `elements are selected one by one`() {
    var selection = PagedSelection<Int>.none
    selection.insert(1)
    selection.insert(2)
    selection.insert(2)
    #expect(selection == .only([1, 2]))
    selection.remove(1)
    selection.remove(7)
    #expect(selection == .only([2]))
    #expect(selection.count(of: 10) == 1)
  }

  @Test func `elements are taken out of all one by one`() {
    var selection = PagedSelection<Int>.all
    selection.remove(1)
    selection.remove(2)
    #expect(selection == .allBut([1, 2]))
    #expect(!selection.contains(1) && selection.contains(3))
    selection.insert(1)
    selection.insert(7)
    #expect(selection == .allBut([2]))
    #expect(selection.count(of: 10) == 9)
  }

  @Test func `elements that are gone do not count`() {
    var selection = PagedSelection<Int>.only([1, 2, 3])
    selection.forget([2, 9])
    #expect(selection == .only([1, 3]))

    selection = .allBut([1, 2, 3])
    selection.forget([2, 9])
    #expect(selection == .allBut([1, 3]))
    #expect(selection.count(of: 8) == 6)
  }

  @Test func `there are never fewer than no elements`() {
    #expect(PagedSelection.allBut([1, 2, 3]).count(of: 2) == 0)
  }

  @Test(arguments: [PagedSelection.only([1]), .allBut([2]), .none, .all])
  func `a selection is read as it was written`(selection: PagedSelection<Int>) throws {
    let data = try JSONEncoder().encode(selection)
    #expect(try JSONDecoder().decode(PagedSelection<Int>.self, from: data) == selection)
  }

  @Test func `a selection is written with the name of its kind`() throws {
    let encoder = JSONEncoder()
    let only = try encoder.encode(PagedSelection.only([1]))
    #expect(String(decoding: only, as: UTF8.self) == #"{"only":[1]}"#)
    let all = try encoder.encode(PagedSelection<Int>.all)
    #expect(String(decoding: all, as: UTF8.self) == #"{"allBut":[]}"#)
  }
}
