import Foundation
import Testing

@testable import IdentifiedArrays

/// The log of an array names each element that has changed, so that observers of others need no
/// look.
@Suite struct ChangeLogTests {
  private struct Parcel: Identifiable, Equatable {
    var id: Int
    var weight = 0
  }

  private typealias Parcels = IdentifiedArrayOf<Parcel>

  private func parcels(_ ids: Range<Int>) -> Parcels {
    IdentifiedArray(uniqueElements: ids.map { Parcel(id: $0) })
  }

  @Test func `a change of one element is logged by its id, however long the array is`() {
    for count in [10, 5_000] {
      var array = parcels(0..<count)
      let before = array.changeLog.revision
      array[id: 7]?.weight = 1
      array[8].weight = 2
      array.update(Parcel(id: 3, weight: 1), at: 3)
      #expect(array.changeLog.changes(since: before) == [7, 8, 3])
      #expect(array.changeLog.changes(since: array.changeLog.revision) == [])
    }
  }

  @Test func `arrays made from different elements have different revisions`() {
    #expect(parcels(0..<2).changeLog.revision != parcels(0..<2).changeLog.revision)
    #expect(parcels(0..<2).changeLog.changes(since: parcels(0..<2).changeLog.revision) == nil)
    let merged = Parcels([Parcel(id: 1)]) { first, _ in first }
    #expect(merged.changeLog.revision != Parcels().changeLog.revision)
  }

  @Test func `of two copies that change apart, neither log has the revision of the other`() {
    var first = parcels(0..<5)
    var second = first
    first[id: 1]?.weight = 1
    second[id: 2]?.weight = 1
    #expect(first.changeLog.changes(since: second.changeLog.revision) == nil)
    #expect(second.changeLog.changes(since: first.changeLog.revision) == nil)
  }

  @Test func `after very many changes, only the latest are remembered`() {
    var array = parcels(0..<1_000)
    let before = array.changeLog.revision
    for id in 0..<1_000 { array[id: id]?.weight += 1 }
    #expect(array.changeLog.changes(since: before) == nil)
    let later = array.changeLog.revision
    for id in 0..<50 { array[id: id]?.weight += 1 }
    #expect(array.changeLog.changes(since: later) == Array(0..<50))
    #expect(array.changeLog.entries.count <= ChangeLog<Int>.limit)
  }

  /// Changes an array in one of all ways that there are.
  private func change(
    _ array: inout Parcels,
    former: Parcels,
    next id: inout Int,
    using generator: inout Generator
  ) {
    id += 1
    let position = array.indices.randomElement(using: &generator)
    let other = array.indices.randomElement(using: &generator)
    guard let position, let other else {
      array.append(Parcel(id: id))
      return
    }
    let known = array[position].id
    switch Int.random(in: 0..<24, using: &generator) {
    case 0: array[id: known]?.weight += 1
    case 1: array[position].weight += 1
    case 2: array[id: known] = Parcel(id: known, weight: id)
    case 3: array[id: known] = nil
    case 4: array[id: id] = Parcel(id: id)
    case 5: array[id: id, default: Parcel(id: id)].weight += 1
    case 6: array[position] = Parcel(id: id)
    case 7: array[position] = array[other]
    case 8: array.update(Parcel(id: known, weight: id), at: position)
    case 9: array.updateOrAppend(Parcel(id: known, weight: id))
    case 10: array.updateOrInsert(Parcel(id: id), at: position)
    case 11: array.insert(Parcel(id: id), at: position)
    case 12: array.remove(id: known)
    case 13: array.remove(at: position)
    case 14: array.remove(atOffsets: [position, other])
    case 15: array.removeAll { $0.id == known }
    case 16: array.swapAt(position, other)
    case 17: array.move(fromOffsets: [position], toOffset: other)
    case 18: array.sort { $0.weight < $1.weight }
    case 19: array.reverse()
    case 20: array[position..<position] = Parcels([Parcel(id: id)])[...]
    case 21: array.withContiguousMutableStorageIfAvailable { $0[position].weight += 1 }
    case 22: array = former
    default:
      array.removeAll()
      array.append(contentsOf: former)
    }
  }

  @Test(arguments: [5, 3_000])
  func `whatever changes an array, its log names each element that differs`(count: Int) {
    var generator = Generator(seed: count)
    var array = parcels(0..<count)
    var former = array
    var nextID = 100_000
    var knownCount = 0
    for step in 0..<250 {
      let before = array
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        change(&array, former: former, next: &nextID, using: &generator)
      }
      if step.isMultiple(of: 50) { former = array }
      guard let logged = array.changeLog.changes(since: before.changeLog.revision) else { continue }
      knownCount += 1
      let ids = Set(array.ids).union(before.ids)
      let differing = ids.filter { array[id: $0] != before[id: $0] }
      #expect(differing.isSubset(of: logged), "step \(step)")
    }
    #expect(knownCount > 40)
  }
}

extension ChangeLog {
  /// The ids of the elements that have changed since a revision, `nil` if it is not known.
  fileprivate func changes(since revision: UInt64) -> [ID]? {
    var ids: [ID] = []
    return visitChanges(since: revision) { ids.append($0) } ? ids : nil
  }
}
