import ComposableArchitecture
import Testing

/// A plant, which can become what another one is.
@ObservableState
private struct Plant: Equatable {
  var height = 0
  var leaves = 0

  mutating func become(_ other: Self) { self = other }

  mutating func becomeAndGrow(_ other: Self) {
    self = other
    leaves += 1
  }

  mutating func grow() { height += 1 }

  mutating func growInACopy() {
    var copy = self
    copy.height += 1
    self = copy
  }
}

@ObservableState
private enum Pot: Equatable {
  case plant(Plant)
  case empty

  mutating func become(_ other: Self) { self = other }
}

@ObservableState
private struct Garden: Equatable {
  var left: Plant
  var right: Plant
  var pot: Pot
  var bed: [Plant]
  var guest: Plant?

  /// - Parameter tall: A copy of the other, changed since.
  init(small: Plant, tall: Plant) {
    left = small
    right = tall
    pot = .plant(small)
    bed = [small]
    guest = small
  }
}

/// What is told of a state that another copy of it takes the place of, outside of stores.
@MainActor
@Suite
struct ReplacementTests {
  private func makeGarden() -> Garden {
    let small = Plant(height: 1)
    var tall = small
    tall.height = 2
    return Garden(small: small, tall: tall)
  }

  /// Ways for a changed copy to get to another place.
  private enum Replacement: CaseIterable {
    case method, methodThatAlsoChanges, assignment, optional, array, enumeration

    func read(_ garden: Garden) -> Int {
      switch self {
      case .method, .methodThatAlsoChanges, .assignment: garden.left.height
      case .optional: garden.guest?.height ?? 0
      case .array: garden.bed[0].height
      case .enumeration:
        switch garden.pot {
        case .plant(let plant): plant.height
        case .empty: 0
        }
      }
    }

    func perform(_ garden: inout Garden) {
      let right = garden.right
      switch self {
      case .method: garden.left.become(garden.right)
      case .methodThatAlsoChanges: garden.left.becomeAndGrow(right)
      case .assignment: garden.left = right
      case .optional: garden.guest?.become(right)
      case .array: garden.bed[0].become(right)
      case .enumeration: garden.pot.become(.plant(right))
      }
    }
  }

  @Test(arguments: Replacement.allCases)
  private func `assigning a changed copy to another property notifies its observers`(
    _ replacement: Replacement
  ) {
    var garden = makeGarden()
    let watch = Watch()
    watch.read { #expect(replacement.read(garden) == 1) }
    replacement.perform(&garden)
    #expect(replacement.read(garden) == 2)
    #expect(watch.count == 1)
  }

  @Test func `an in-place change notifies the observers of the property, and no others`() {
    var garden = makeGarden()
    let height = Watch()
    let leaves = Watch()
    let whole = Watch()
    height.read { _ = garden.left.height }
    leaves.read { _ = garden.left.leaves }
    whole.read { _ = garden.left }
    garden.left.height = 5
    #expect([height, leaves, whole].map(\.count) == [1, 0, 0])
    height.read { _ = garden.left.height }
    garden.left.grow()
    #expect([height, leaves, whole].map(\.count) == [2, 0, 0])
    height.read { _ = garden.left.height }
    garden.left.growInACopy()
    #expect([height, leaves, whole].map(\.count) == [3, 0, 0])
    #expect(garden.left.height == 7)
  }

  @Test func `assigning the same copy notifies no observers`() {
    var garden = makeGarden()
    let watch = Watch()
    watch.read {
      _ = garden.left.height
      _ = garden.bed[0].height
      _ = garden.guest?.height
    }
    let copy = garden
    garden.left = copy.left
    garden.bed = copy.bed
    garden.guest = copy.guest
    garden.left.become(copy.left)
    garden.guest?.become(copy.left)
    #expect(watch.count == 0)
  }

  @Test func `in a store, assigning a changed copy to another property notifies its observers`() {
    let store = Store(initialState: makeGarden()) {
      Reduce<Garden, Bool> { state, isFirst in
        if isFirst { state.right.leaves = 9 } else { state.left.becomeAndGrow(state.right) }
        return .none
      }
    }
    store.send(true)
    let watch = Watch()
    watch.read { #expect(store.left.height == 1) }
    store.send(false)
    #expect(watch.count == 1)
    #expect(store.left == Plant(height: 2, leaves: 10))
  }
}
