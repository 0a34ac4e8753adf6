import Foundation
import IdentifiedArrays
import Testing

private struct Element: Identifiable, Equatable {
  let id: Int
}

@Suite struct OffsetsTests {
  @Test(arguments: 0...5)
  func `an array moves elements as an identified array does`(destination: Int) {
    for source: IndexSet in [[], [0], [4], [1, 2], [0, 3, 4], [0, 1, 2, 3, 4]] {
      var array = (0..<5).map { Element(id: $0) }
      var identified = IdentifiedArray(uniqueElements: array)
      array.move(fromOffsets: source, toOffset: destination)
      identified.move(fromOffsets: source, toOffset: destination)
      #expect(array == Array(identified))
    }
  }

  @Test func `elements before the destination keep their positions`() {
    var letters = ["a", "b", "c", "d", "e"]
    letters.move(fromOffsets: [0, 4], toOffset: 2)
    #expect(letters == ["b", "a", "e", "c", "d"])
  }

  @Test func `an array removes only the elements at the offsets`() {
    var letters = ["a", "b", "c", "d"]
    letters.remove(atOffsets: [0, 2])
    #expect(letters == ["b", "d"])
    letters.remove(atOffsets: [])
    #expect(letters == ["b", "d"])
  }
}
