import Prompts
import Testing

/// The names with which features ask for animations.
@Suite struct AnimationTests {
  @Test func `springs can be written in each of their forms`() {
    let springs: [Animation] = [
      .interpolatingSpring,
      .interpolatingSpring(stiffness: 120, damping: 9),
      .interpolatingSpring(mass: 2, stiffness: 120, damping: 9, initialVelocity: 1),
      .interpolatingSpring(duration: 1),
      .interpolatingSpring(duration: 1, bounce: 0.2, initialVelocity: 1),
      .interactiveSpring,
      .interactiveSpring(),
      .interactiveSpring(response: 0.3, dampingFraction: 0.5),
      .interactiveSpring(duration: 1, extraBounce: 0.1),
    ]
    #expect(Set(springs).count == springs.count)
  }

  @Test func `curves can be written with their control points`() {
    #expect(Animation.timingCurve(0, 0, 1, 1) == .timingCurve(0, 0, 1, 1, duration: 0.35))
    #expect(Animation.timingCurve(0, 0.5, 1, 1).delay(1) != .timingCurve(0, 0, 1, 1).delay(1))
  }
}
