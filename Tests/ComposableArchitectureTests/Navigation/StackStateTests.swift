import CustomDump
import Testing

@testable import ComposableArchitecture

@Suite("A stack's state")
struct StackStateTests {
  private struct Element: Hashable {
    var value: Int
    var values: [Int] = [1, 2, 3]

    init(_ value: Int) { self.value = value }
  }

  /// What a stack is to be, as plainly as can be.
  private struct Model {
    var ids: [StackElementID] = []
    var values: [Int] = []
  }

  private func expectSame(
    _ stack: StackState<Element>,
    _ model: Model,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(stack.map(\.value) == model.values, sourceLocation: sourceLocation)
    #expect(Array(stack.ids) == model.ids, sourceLocation: sourceLocation)
    #expect(
      zip(model.ids, model.values).allSatisfy { stack[id: $0]?.value == $1 },
      sourceLocation: sourceLocation
    )
  }

  @Test(arguments: 0..<10)
  func `equals a plain list of ids and one of elements after any changes`(seed: Int) {
    var random = Seeded(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    var stack = StackState<Element>()
    var model = Model()
    var removed: [StackElementID] = []
    // Copies must stay as they were.
    var copies: [(StackState<Element>, Model)] = []

    /// Does in the model what has been done in the stack, whose new elements have new ids.
    func replace(_ range: Range<Int>, by values: [Int]) {
      removed += model.ids[range]
      model.ids.replaceSubrange(
        range,
        with: stack.ids[range.lowerBound..<(range.lowerBound + values.count)]
      )
      model.values.replaceSubrange(range, with: values)
    }

    for step in 0..<100 {
      let position = stack.isEmpty ? 0 : Int.random(in: 0..<stack.count, using: &random)
      let many = (0..<Int.random(in: 0..<40, using: &random)).map { step * 100 + $0 }
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1:
        stack.append(Element(step))
        replace(model.ids.endIndex..<model.ids.endIndex, by: [step])
      case 2, 3:
        stack.append(contentsOf: many.map(Element.init))
        replace(model.ids.endIndex..<model.ids.endIndex, by: many)
      case 4:
        let last = stack.popLast()
        #expect(last?.value == model.values.last)
        if last != nil { replace(model.ids.count - 1..<model.ids.count, by: []) }
      case 5 where !stack.isEmpty:
        stack.pop(to: model.ids[position])
        replace(position + 1..<model.ids.count, by: [])
      case 6 where !stack.isEmpty && step % 4 == 0:
        stack.pop(from: model.ids[position])
        replace(position..<model.ids.count, by: [])
      case 7 where !stack.isEmpty:
        #expect(stack.remove(at: position).value == model.values[position])
        replace(position..<position + 1, by: [])
      case 8 where !stack.isEmpty:
        stack[id: model.ids[position]] = nil
        replace(position..<position + 1, by: [])
      case 9 where !stack.isEmpty:
        stack[id: model.ids[position]]?.value = step
        model.values[position] = step
      case 10:
        stack.insert(contentsOf: many.map(Element.init), at: position)
        replace(position..<position, by: many)
      case 11:
        copies.append((stack, model))
        if let id = removed.popLast() {
          // An id of before, smaller than those of the elements below.
          stack[id: id] = Element(step)
          model.ids.append(id)
          model.values.append(step)
        }
      default:
        break
      }
      expectSame(stack, model)
      #expect(removed.allSatisfy { stack[id: $0] == nil })
    }
    for (stack, model) in copies { expectSame(stack, model) }
  }

  @Test(arguments: [0, 40, 99])
  func `changes its elements in place`(position: Int) throws {
    var stack = StackState((0..<100).map(Element.init))
    let id = stack.ids[position]
    func address(_ element: Element?) -> UnsafeRawPointer? {
      element?.values.withUnsafeBytes { $0.baseAddress }
    }
    let before = try #require(address(stack[position]))
    stack[id: id]?.values[0] = 7
    #expect(address(stack[position]) == before)
    #expect(stack[id: id]?.values == [7, 2, 3])
  }

  @Test
  func `shares all elements with a copy, except for those near a changed one`() {
    func addresses(_ stack: StackState<Element>) -> [UnsafeRawPointer?] {
      stack.elements.chunks.map { $0.withUnsafeBytes { $0.baseAddress } }
    }
    let stack = StackState((0..<1_000).map(Element.init))
    var copy = stack
    copy[id: stack.ids[500]]?.value = -1
    #expect(zip(addresses(stack), addresses(copy)).filter { $0 != $1 }.count == 1)
    #expect(stack[500].value == 500)
    #expect(copy[500].value == -1)
  }

  @Test
  func `equals another one with the same ids and elements, however both were made`() {
    let long = StackState((0..<100).map(Element.init))
    var shortened = long
    shortened.append(Element(100))
    #expect(shortened != long)
    shortened.removeLast()
    #expect(shortened == long)
    #expect(shortened.hashValue == long.hashValue)
    shortened[id: long.ids[50]]?.value = -1
    #expect(shortened != long)
    // Others of the same elements have other ids.
    #expect(StackState((0..<100).map(Element.init)) != long)
  }

  @Test
  func `what stays of a filtered stack keeps its ids`() {
    let path: StackState<Int> = [10, 11, 12, 13]
    var removed = path
    removed.removeAll { $0.isMultiple(of: 2) }
    #expect(Array(removed) == [11, 13])
    #expect(Array(removed.ids) == [1, 3])
    let filtered = path.filter { $0 > 11 }
    #expect(Array(filtered.ids) == [2, 3])
    #expect(filtered[id: 2] == 12)
    var untouched = path
    untouched.removeAll { $0 > 99 }
    #expect(untouched == path)
    var same = path
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try same.removeAll { if $0 == 12 { throw Refusal() } else { true } }
    }
    #expect(same == path)
  }

  @Test
  func `a part of a stack keeps the ids of its elements`() {
    let path: StackState<Int> = [10, 11, 12, 13]
    #expect(Array(StackState(path.dropLast()).ids) == [0, 1, 2])
    #expect(Array(StackState(path.prefix(2)).ids) == [0, 1])
    #expect(Array(StackState(path.dropFirst(3)).ids) == [3])
    #expect(Array(StackState(path[1...2])) == [11, 12])
    var cut = path
    cut.removeFirst(2)
    cut.removeSubrange(1...)
    #expect(Array(cut.ids) == [2])
    #expect(Array((path + [14]).ids) == [0, 1, 2, 3, 4])
  }

  @Test
  func `prints its elements under their ids`() {
    var stack: StackState<Int> = [10, 11]
    stack.insert(12, at: 0)
    #expect(stack.debugDescription == "StackState([#2: 12, #0: 10, #1: 11])")
    #expect(
      String(customDumping: stack) == """
        [
          #2: 12,
          #0: 10,
          #1: 11
        ]
        """
    )
  }
}

/// Numbers that look random, the same for the same seed.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
