import Foundation
import IssueReporting
import Testing

@testable import IdentifiedArrays

/// Arrays that are long enough to be stored in chunks.
@Suite struct LongArrayTests {
  private struct Row: Identifiable, Hashable {
    var id: Int
    var name = ""
  }

  private func rows(_ ids: some Sequence<Int>) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(uniqueElements: ids.map { Row(id: $0) })
  }

  /// Returns whether an array has the elements, in this order, and finds each by its id.
  private func hasElements(_ array: IdentifiedArrayOf<Row>, _ expected: [Row]) -> Bool {
    array.count == expected.count && array.elementsEqual(expected) && array.elements == expected
      && Array(array.ids) == expected.map(\.id)
      && expected.indices.allSatisfy {
        array[$0] == expected[$0] && array.index(id: expected[$0].id) == $0
          && array[id: expected[$0].id] == expected[$0]
      }
  }

  @Test func `a long array is in chunks, and a short one is not`() {
    #expect(rows(0..<2_000).chunks == nil)
    #expect(rows(0..<5_000).chunks != nil)
    #expect(hasElements(rows(0..<5_000), (0..<5_000).map { Row(id: $0) }))
  }

  @Test(arguments: 1...3)
  func `whatever changes, a long array has the elements that a plain one has`(seed: Int) {
    var generator = Generator(seed: seed)
    var model = (0..<3_000).map { Row(id: $0) }
    var array = rows(0..<3_000)
    var copies: [(array: IdentifiedArrayOf<Row>, model: [Row])] = []
    var nextID = 10_000
    for step in 0..<300 {
      let position = Int.random(in: 0..<max(model.count, 1), using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<3 where step < 150:
        // Insert many elements at one position, so that chunks are split.
        for _ in 0..<40 {
          model.insert(Row(id: nextID), at: position)
          #expect(array.insert(Row(id: nextID), at: position) == (true, position))
          nextID += 1
        }
      case 3:
        #expect(array.insert(model[position], at: 0) == (false, position))
      case 4:
        model.append(Row(id: nextID))
        array[id: nextID] = Row(id: nextID)
        nextID += 1
      case 5:
        model[position].name += "a"
        array[position].name += "a"
      case 6:
        model[position].name += "b"
        array[id: model[position].id]?.name += "b"
      case 7:
        let row = Row(id: model[position].id, name: "new")
        #expect(array.updateOrAppend(row) == model[position])
        model[position] = row
      case 8:
        #expect(array.remove(id: model[position].id) == model[position])
        model.remove(at: position)
      case 9:
        array[id: model[position].id] = nil
        model.remove(at: position)
      case 10:
        // Remove so many elements that whole chunks become empty.
        let end = min(position + 60, model.count)
        for _ in position..<end {
          #expect(array.remove(at: position) == model.remove(at: position))
        }
      case 11 where step % 20 == 0:
        let reversed = Bool.random(using: &generator)
        array.sort { reversed ? $0.id > $1.id : $0.id < $1.id }
        model.sort { reversed ? $0.id > $1.id : $0.id < $1.id }
      default:
        copies.append((array, model))
        if copies.count > 3 { copies.removeFirst() }
      }
      guard step % 75 == 0 else { continue }
      #expect(hasElements(array, model))
      for copy in copies {
        #expect(hasElements(copy.array, copy.model))
        #expect((copy.array == array) == (copy.model == model))
      }
    }
    #expect(hasElements(array, model))
  }

  @Test func `all elements can be removed, and others added`() {
    var array = rows(0..<3_000)
    for id in 0..<3_000 { array.remove(id: id) }
    #expect(array.isEmpty && array.first == nil && array.ids.isEmpty)
    array.append(Row(id: 7))
    #expect(hasElements(array, [Row(id: 7)]))
    array.removeAll()
    #expect(array.chunks == nil)
  }

  @Test func `operations on a long array have the same results as on a short one`() {
    var array = rows(0..<3_000)
    array.removeAll { $0.id % 2 == 0 }
    array.removeFirst(10)
    array.removeLast(10)
    array.swapAt(0, 5)
    array.move(fromOffsets: [0, 3], toOffset: 100)
    array.append(contentsOf: (5_000..<9_000).map { Row(id: $0) })
    array.remove(atOffsets: [1, 1_500])
    array.removeSubrange(2_000..<2_100)
    array.replaceSubrange(5..<6, with: [Row(id: -1), Row(id: -2), Row(id: -1)])
    array.reverse()

    var model = (0..<3_000).map { Row(id: $0) }
    model.removeAll { $0.id % 2 == 0 }
    model.removeFirst(10)
    model.removeLast(10)
    model.swapAt(0, 5)
    model.insert(contentsOf: [model[0], model[3]], at: 100)
    model.remove(at: 3)
    model.remove(at: 0)
    model += (5_000..<9_000).map { Row(id: $0) }
    model.remove(at: 1_500)
    model.remove(at: 1)
    model.removeSubrange(2_000..<2_100)
    model.replaceSubrange(5..<6, with: [Row(id: -1), Row(id: -2)])
    model.reverse()
    #expect(hasElements(array, model))
    #expect(hasElements(array.filter { $0.id > 6_000 }, model.filter { $0.id > 6_000 }))
  }

  @Test func `a changed id is reported, and the element is found by its new one`() {
    var array = rows(0..<3_000)
    withExpectedIssue { array[1_500].id = -1 }
    withExpectedIssue { array[id: 2_000] = Row(id: -2) }
    #expect(array.index(id: -1) == 1_500 && array.index(id: -2) == 2_000 && array.count == 3_000)
    withExpectedIssue { array[0].id = -1 }
    #expect(array.count == 2_999 && array[0].id == 1 && array.index(id: -1) == 1_499)
  }

  @Test func `the elements that an array shares with its copy are found after any changes`() {
    let old = rows(0..<10_000)
    #expect(commonEnds(old, old) == (10_000, 0))
    var new = old
    new.insert(Row(id: -1), at: 4_321)
    #expect(commonEnds(old, new) == (4_321, 10_000 - 4_321))
    new = old
    new[id: 4_321]?.name = "changed"
    #expect(commonEnds(old, new) == (4_321, 10_000 - 4_322))
    new.remove(id: 9_000)
    #expect(commonEnds(old, new) == (4_321, 999))
    new = old
    new.append(Row(id: -1))
    #expect(commonEnds(old, new) == (10_000, 0))
    new = old
    new.remove(at: 0)
    #expect(commonEnds(old, new) == (0, 9_999))
  }

  @Test func `the common ends of contiguous arrays are found`() {
    #expect(commonEnds([Int](), []) == (0, 0))
    #expect(commonEnds([1, 2, 3], [1, 2, 3]) == (3, 0))
    #expect(commonEnds([1, 2, 3], [1, 3]) == (1, 1))
    #expect(commonEnds([1, 1], [1, 1, 1]) == (2, 0))
    #expect(commonEnds(Array(0..<1_000), Array(0..<600) + [-1] + Array(600..<1_000)) == (600, 400))
  }

  @Test(arguments: [10, 1_000, 10_000])
  func `an array knows the ids by which it tells its elements apart`(count: Int) {
    struct Item: Identifiable {
      let id: String
      var name = ""
    }
    var items = IdentifiedArray(
      uniqueElements: (0..<count).map { Item(id: "An id that is too long to be inline: \($0)") }
    )
    items.remove(at: count / 2)
    items.insert(Item(id: "new"), at: count / 3)
    let ids = items.map(\.id)
    #expect(areIdentities(ids, of: items, from: 0))
    #expect(areIdentities(Array(ids[3...]), of: items, from: 3))
    #expect(areIdentities(Array(ids[(count / 2)...].dropLast(2)), of: items, from: count / 2))
    #expect(areIdentities([String](), of: items, from: count))
    #expect(!areIdentities(ids, of: items, from: 1))
    #expect(!areIdentities(Array(ids[3...]), of: items, from: 2))
    #expect(!areIdentities(items.map(\.name), of: items, from: 0))
    #expect(!areIdentities([1, 2], of: items, from: 0))
    #expect(!areIdentities(ids, of: Array(items), from: 0))
  }
}
