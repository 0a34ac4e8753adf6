import Foundation
import IdentifiedArrays
import IssueReporting
import Testing

private struct Row: Identifiable, Hashable {
  var id: Int
  var number = 0
}

/// Algorithms of the standard library and of Foundation, which use an array only as a collection.
@Suite struct GenericAlgorithmTests {
  @Test func `an element that is assigned to a position is at that position`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    rows[1] = Row(id: 9)
    #expect(rows.ids == [1, 9])
    #expect(rows.index(id: 2) == nil && rows.index(id: 9) == 1)
    rows[1] = Row(id: 9, number: 5)
    #expect(rows == [Row(id: 1), Row(id: 9, number: 5)])
  }

  @Test(arguments: [3, 3_000])
  func `an element that is assigned from another position changes places with the one there`(
    count: Int
  ) {
    var rows = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0) })
    rows[0] = Row(id: count - 1, number: 7)
    #expect(rows.count == count)
    #expect(rows[0] == Row(id: count - 1, number: 7))
    #expect(rows[count - 1] == Row(id: 0))
    #expect(rows.index(id: 0) == count - 1 && rows.index(id: count - 1) == 0)
    rows[count - 1] = Row(id: 0, number: 8)
    #expect(rows[id: 0]?.number == 8)
    #expect(rows[1] == Row(id: 1))
  }

  @Test func `rows are sorted by a comparator`() {
    var rows: IdentifiedArrayOf<Row> = [
      Row(id: 1, number: 3), Row(id: 2, number: 2), Row(id: 3, number: 1),
    ]
    rows.sort(using: KeyPathComparator(\.number))
    #expect(rows.ids == [3, 2, 1])
    rows.sort(using: [KeyPathComparator(\.id)])
    #expect(rows.ids == [1, 2, 3])
  }

  @Test(arguments: 1...20)
  func `algorithms do to an array what they do to a plain one`(seed: Int) {
    check(count: seed % 5 == 0 ? 0 : seed, steps: 300, seed: seed)
  }

  @Test(arguments: 1...3)
  func `algorithms do to a long array what they do to a plain one`(seed: Int) {
    check(count: 3_000, steps: 40, seed: seed)
  }

  private func check(count: Int, steps: Int, seed: Int) {
    var generator = Generator(seed: seed)
    var model = (0..<count).map { Row(id: $0, number: Int.random(in: 0..<50, using: &generator)) }
    var rows = IdentifiedArray(uniqueElements: model)
    var nextID = 100_000
    for step in 0..<steps {
      let operation = Operation.allCases.randomElement(using: &generator) ?? .append
      // Both operations use the same random numbers.
      var copy = generator
      operation.apply(to: &model, firstID: nextID, using: &copy)
      operation.apply(to: &rows, firstID: nextID, using: &generator)
      nextID += 10
      let isSame =
        rows.count == model.count && rows.elementsEqual(model)
        && Array(rows.ids) == model.map(\.id)
        && model.indices.allSatisfy { rows.index(id: model[$0].id) == $0 }
      #expect(isSame, "seed \(seed), step \(step): \(operation)")
      guard isSame else { return }
    }
  }
}

/// Operations of programs on collections. None leaves two elements with the same id, but some have
/// two in between.
private enum Operation: CaseIterable {
  case sort, sortByComparator, sortSlice, insertionSort
  case reverse, reverseSlice, shuffle, shuffleSlice, partition, partitionSlice
  case swap, swapByAssignment, rotateByAssignment, permuteByCycles, writePermutation
  case move, moveInSlice
  case replace, replaceBySame, modify, replaceSlice, replaceSliceByLonger, replaceSliceByNothing
  case contiguousStorage
  case append, insert, insertMany, replaceSubrange
  case remove, removeFirst, removeLast, removeSubrange, removeMatching, removeOffsets

  func apply<Rows>(to rows: inout Rows, firstID: Int, using generator: inout Generator)
  where
    Rows: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Rows.Element == Row, Rows.Index == Int
  {
    let bounds = randomBounds(rows.count, &generator)
    let (start, end) = (bounds.lowerBound, bounds.upperBound)
    switch self {
    case .sort: rows.sort { ($0.number, $0.id) < ($1.number, $1.id) }
    case .sortByComparator: rows.sort(using: KeyPathComparator(\.id, order: .reverse))
    case .sortSlice: rows[bounds].sort { $0.id < $1.id }
    case .insertionSort:
      for index in bounds {
        let row = rows[index]
        var place = index
        while place > start, rows[place - 1].number > row.number {
          rows[place] = rows[place - 1]
          place -= 1
        }
        rows[place] = row
      }
    case .reverse: rows.reverse()
    case .reverseSlice: rows[bounds].reverse()
    case .shuffle: rows.shuffle(using: &generator)
    case .shuffleSlice: rows[bounds].shuffle(using: &generator)
    case .partition: _ = rows.partition { $0.id % 3 == 0 }
    case .partitionSlice:
      // The order of the elements in each part is not specified.
      let pivot = rows[bounds].partition { $0.id % 2 == 0 }
      rows[start..<pivot].sort { $0.id < $1.id }
      rows[pivot..<end].sort { $0.id < $1.id }
    case .swap:
      if start < end { rows.swapAt(start, end - 1) }
    case .swapByAssignment:
      guard start < end else { return }
      let row = rows[start]
      rows[start] = rows[end - 1]
      rows[end - 1] = row
    case .rotateByAssignment:
      guard start < end else { return }
      let row = rows[start]
      for index in start..<(end - 1) { rows[index] = rows[index + 1] }
      rows[end - 1] = row
    case .permuteByCycles:
      // Each position takes the element three positions further, cyclically.
      guard bounds.count % 3 != 0 else { return }
      let row = rows[start]
      var place = start
      for _ in 1..<bounds.count {
        let next = start + (place - start + 3) % bounds.count
        rows[place] = rows[next]
        place = next
      }
      rows[place] = row
    case .writePermutation:
      let shuffled = rows[bounds].shuffled(using: &generator)
      for (index, row) in zip(bounds, shuffled) { rows[index] = row }
    case .move:
      rows.move(fromOffsets: IndexSet(integersIn: bounds), toOffset: rows.count / 2)
    case .moveInSlice:
      if start < end { rows[bounds].move(fromOffsets: [0], toOffset: bounds.count) }
    case .replace:
      if start < end { rows[start] = Row(id: firstID) }
    case .replaceBySame:
      if start < end { rows[start] = Row(id: rows[start].id, number: firstID) }
    case .modify:
      if start < end { rows[start].number += 1 }
    case .replaceSlice: rows[bounds] = Rows(bounds.map { Row(id: firstID + $0 - start) })[...]
    case .replaceSliceByLonger: rows[bounds] = Rows((0..<9).map { Row(id: firstID + $0) })[...]
    case .replaceSliceByNothing: rows[bounds] = Rows()[...]
    case .contiguousStorage:
      let _: Void? = rows.withContiguousMutableStorageIfAvailable { buffer in
        guard start < end else { return }
        buffer.swapAt(start, end - 1)
        buffer[start].number += 1
      }
    case .append: rows.append(Row(id: firstID))
    case .insert: rows.insert(Row(id: firstID), at: start)
    case .insertMany: rows.insert(contentsOf: (0..<9).map { Row(id: firstID + $0) }, at: start)
    case .replaceSubrange: rows.replaceSubrange(bounds, with: [Row(id: firstID)])
    case .remove:
      if start < end { rows.remove(at: start) }
    case .removeFirst:
      if !rows.isEmpty { rows.removeFirst() }
    case .removeLast: rows.removeLast(bounds.count)
    case .removeSubrange: rows.removeSubrange(bounds)
    case .removeMatching: rows.removeAll { $0.id % 10 == start % 10 }
    case .removeOffsets: rows.remove(atOffsets: [start, end])
    }
  }

  /// Returns a short range, so that operations in quadratic time finish soon, too.
  private func randomBounds(_ count: Int, _ generator: inout Generator) -> Range<Int> {
    let start = Int.random(in: 0...count, using: &generator)
    return start..<Int.random(in: start...min(start + 9, count), using: &generator)
  }
}
