import ComposableArchitecture
import Testing

@Suite
struct NavigationPlanTests {
  private func plan(_ old: OrderedSet<Int>, _ new: OrderedSet<Int>) -> NavigationPlan<Int> {
    NavigationPlan(from: old, to: new)
  }

  @Test("Equal paths change nothing")
  func equal() {
    #expect(plan([1, 2], [1, 2]).isEmpty)
  }

  @Test("Any number of elements appended is one push of the last")
  func push() {
    let plan = plan([1], [1, 2, 3])
    #expect(plan.inserted == [2, 3])
    #expect(plan.top == 3)
    #expect(plan.transition == .push)
  }

  @Test("Any number of elements removed from the top is one pop, from the top down")
  func pop() {
    let plan = plan([1, 2, 3], [1])
    #expect(plan.removed == [3, 2])
    #expect(plan.top == 1)
    #expect(plan.transition == .pop)
  }

  @Test("An emptied path pops to the root")
  func popToRoot() {
    let plan = plan([1, 2], [])
    #expect(plan.top == nil)
    #expect(plan.transition == .pop)
  }

  @Test("Elements that are inserted or removed below the top need no transition")
  func below() {
    let plan = plan([1, 2, 3], [4, 3])
    #expect(plan.removed == [2, 1])
    #expect(plan.inserted == [4])
    #expect(plan.transition == .none)
  }

  @Test("A top element that is exchanged for another is replaced")
  func replace() {
    #expect(plan([1, 2], [1, 3]).transition == .replace)
  }

  @Test("A longer path without common elements is a push")
  func replaceByMore() {
    #expect(plan([1], [2, 3]).transition == .push)
  }

  @Test("A page that moves to the top is pushed over the former top")
  func reorder() {
    let plan = plan([1, 2], [2, 1])
    #expect(plan.isReordered)
    #expect(plan.removed.isEmpty)
    #expect(plan.transition == .push)
  }
}
