import ComposableArchitecture
import Testing

@Suite
struct NavigationPlanTests {
  private func plan(_ old: OrderedSet<Int>, _ new: OrderedSet<Int>) -> NavigationPlan<Int> {
    NavigationPlan(from: old, to: new)
  }

  @Test("Equal paths need nothing")
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

  @Test("Elements that come and go below the top need no transition")
  func below() {
    let plan = plan([1, 2, 3], [4, 3])
    #expect(plan.removed == [2, 1])
    #expect(plan.inserted == [4])
    #expect(plan.transition == .none)
  }

  @Test("Another element in the place of the top replaces it")
  func replace() {
    #expect(plan([1, 2], [1, 3]).transition == .replace)
  }

  @Test("A whole new and longer path is a push")
  func replaceByMore() {
    #expect(plan([1], [2, 3]).transition == .push)
  }

  @Test("A page that comes from below to the top is pushed over the one that was there")
  func reorder() {
    let plan = plan([1, 2], [2, 1])
    #expect(plan.isReordered)
    #expect(plan.removed.isEmpty)
    #expect(plan.transition == .push)
  }
}
