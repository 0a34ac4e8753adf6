import ComposableArchitecture
import Testing

@Suite
struct NavigationPlanTests {
  private func plan(_ old: OrderedSet<Int>, _ new: OrderedSet<Int>) -> NavigationPlan<Int> {
    NavigationPlan(from: old, to: new)
  }

  @Test
  func `equal paths change nothing`() {
    #expect(plan([1, 2], [1, 2]).isEmpty)
  }

  @Test
  func `any number of elements appended is one push of the last`() {
    let plan = plan([1], [1, 2, 3])
    #expect(plan.inserted == [2, 3])
    #expect(plan.top == 3)
    #expect(plan.transition == .push)
  }

  @Test
  func `any number of elements removed from the top is one pop, from the top down`() {
    let plan = plan([1, 2, 3], [1])
    #expect(plan.removed == [3, 2])
    #expect(plan.top == 1)
    #expect(plan.transition == .pop)
  }

  @Test
  func `an emptied path pops to the root`() {
    let plan = plan([1, 2], [])
    #expect(plan.top == nil)
    #expect(plan.transition == .pop)
  }

  @Test
  func `elements that are inserted or removed below the top need no transition`() {
    let plan = plan([1, 2, 3], [4, 3])
    #expect(plan.removed == [2, 1])
    #expect(plan.inserted == [4])
    #expect(plan.transition == .none)
  }

  @Test
  func `a top element that is exchanged for another is replaced`() {
    #expect(plan([1, 2], [1, 3]).transition == .replace)
  }

  @Test
  func `a longer path without common elements is a push`() {
    #expect(plan([1], [2, 3]).transition == .push)
  }

  @Test
  func `a page that moves to the top is pushed over the former top`() {
    let plan = plan([1, 2], [2, 1])
    #expect(plan.isReordered)
    #expect(plan.removed.isEmpty)
    #expect(plan.transition == .push)
  }
}
