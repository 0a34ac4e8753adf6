import ComposableArchitecture
import Testing

/// A test store reports one issue for each failure, at the line of the call. The issue shows what
/// was expected and what happened.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TestStoreFailureTests {
  let clock = TestClock()

  private func makeStore(_ state: CounterFeature.State = .init()) -> TestStoreOf<CounterFeature> {
    TestStore(initialState: state) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// A store whose effects send actions right away: an action sends the next ones.
  private func makeChain() -> TestStore<[Int], Int> {
    TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action < 2 ? .send(action + 1) : .none
      }
    }
  }

  private func expect(
    _ issues: [ReportedIssue],
    line: UInt,
    _ message: String,
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(issues.map(\.message) == [message], sourceLocation: location)
    #expect(issues.map(\.line) == [line], sourceLocation: location)
    #expect(
      issues.first?.fileID == "ComposableArchitectureTests/TestStoreFailureTests.swift",
      sourceLocation: location
    )
  }

  // MARK: State

  @Test
  func `a change that is not asserted`() async {
    let store = makeStore()
    let reported = await issues { await store.send(.tick) }
    expect(
      reported,
      line: #line - 3,
      """
      The action changed the state, and the test does not say so:

            CounterFeature.State(
          −   _count: 0,
          +   _count: 1,
              _note: ""
            )

      (− before, + after)

      Say what changes in a closure after the action.
      """
    )
  }

  @Test
  func `a change that is asserted wrongly`() async {
    let store = makeStore()
    let reported = await issues { await store.send(.tick) { $0.count = 2 } }
    expect(
      reported,
      line: #line - 3,
      """
      The state is not what the test expects:

            CounterFeature.State(
          −   _count: 2,
          +   _count: 1,
              _note: ""
            )

      (− expected, + actual)
      """
    )
  }

  @Test
  func `an assertion where nothing changes`() async {
    let store = makeStore()
    let reported = await issues { await store.send(.stopTimer) { $0.count = 0 } }
    expect(
      reported,
      line: #line - 3,
      """
      The state is the same after the action as before, and so the closure asserts no change.

      Leave the closure out where an action changes nothing.
      """
    )
  }

  @Test
  func `an assertion that throws`() async {
    struct Failure: Error {}
    let store = makeStore()
    let reported = await issues { await store.send(.tick) { _ in throw Failure() } }
    expect(reported, line: #line - 1, "The assertion closure threw an error: Failure()")
  }

  @Test
  func `a state that is not as it is asserted between actions`() async {
    let store = makeStore()
    let reported = issues { store.assert { $0.count = 3 } }
    expect(
      reported,
      line: #line - 3,
      """
      The state is not what the test expects:

            CounterFeature.State(
          −   _count: 3,
          +   _count: 0,
              _note: ""
            )

      (− expected, + actual)
      """
    )
  }

  // MARK: Receiving

  @Test
  func `an action that is not received before the next is sent`() async {
    let store = makeChain()
    await store.send(1) { $0 = [1] }
    let reported = await issues { await store.send(7) { $0 = [1, 2, 7] } }
    expect(
      reported,
      line: #line - 3,
      """
      An action was sent while 1 action of effects waits to be received: [
        [0]: 2
      ]

      Receive actions in the order in which they come, with "receive", or let go of them with "skipReceivedActions", before sending the next.
      """
    )
    await store.receive(2) { $0 = [1, 2] }
  }

  @Test
  func `an action other than the expected one, by value`() async {
    let store = makeChain()
    await store.send(0) { $0 = [0] }
    let reported = await issues { await store.receive(2) { $0 = [0, 1, 2] } }
    expect(
      reported,
      line: #line - 3,
      """
      The next action of an effect is not the expected one:

          − 2
          + 1

      (− expected, + received)

      The expected action comes after it. Receive actions in the order in which effects send them.
      """
    )
    await store.receive(2) { $0 = [0, 1, 2] }
  }

  @Test
  func `an action other than the expected one, by case, value or predicate`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Row> { _, action in action == .start ? .send(.value(1)) : .none }
    }
    await store.send(.start)
    let byCase = await issues { await store.receive(\.start) }
    expect(
      byCase,
      line: #line - 3,
      """
      The next action of an effect is not the expected one:

          expected: an action of the case \\.start
          received: TestStoreFailureTests.Row.value
      """
    )
    await store.send(.start)
    let byValue = await issues { await store.receive(\.value, 2) }
    expect(
      byValue,
      line: #line - 3,
      """
      The next action of an effect is not the expected one:

          − 2
          + 1

      (− expected, + received)
      """
    )
    await store.send(.start)
    let byPredicate = await issues { await store.receive { $0 == .start } }
    expect(
      byPredicate,
      line: #line - 3,
      """
      The predicate does not accept the next action of an effect:

          TestStoreFailureTests.Row.value(1)
      """
    )
  }

  @CasePathable
  enum Row: Equatable, Sendable { case start, value(Int) }

  @Test
  func `the report of an action that does not come names its case as the test writes it`() async {
    let store = TestStore(initialState: Tree.State()) { Tree() }
    store.timeout = 0
    let reported = await issues {
      await store.receive(\.path[id: 3].sheet.presented.tick)
      await store.receive(\.rows[id: 7].first.tick)
      await store.receive(\.sheet.dismiss)
    }
    #expect(
      reported.map { $0.message.prefix { $0 != "\n" } } == [
        #"No effect has sent an action of the case \.path[id: #3].sheet.presented.tick."#,
        #"No effect has sent an action of the case \.rows[id: 7].first.tick."#,
        #"No effect has sent an action of the case \.sheet.dismiss."#,
      ]
    )
  }

  @Test
  func `receiving when no effect runs`() async {
    let store = makeStore()
    let reported = await issues { await store.receive(\.tick) }
    expect(
      reported,
      line: #line - 3,
      """
      No effect has sent an action of the case \\.tick.

      No effect runs that could still send it. The likely causes:

      • The reducer did not return the effect.

      • The effect has been cancelled, or has ended without sending the action.
      """
    )
  }

  @Test
  func `receiving when effects run, but send nothing in time`() async {
    let store = makeStore()
    let task = await store.send(.startTimer)
    let reported = await issues { await store.receive(.tick, timeout: .milliseconds(1)) }
    expect(
      reported,
      line: #line - 3,
      """
      No effect has sent CounterFeature.Action.tick.

      Effects still run, but sent nothing within 0.001 s. The likely causes:

      • The effect waits for a clock. Advance the "TestClock" before receiving, or use an "ImmediateClock".

      • The effect takes longer. Give "receive" a longer timeout.
      """
    )
    await task.cancel()
  }

  @Test
  func `receiving an action without exhaustivity when only others are sent`() async {
    let store = makeChain()
    store.exhaustivity = .off
    await store.send(1)
    let reported = await issues { await store.receive(7) }
    expect(
      reported,
      line: #line - 3,
      """
      No effect has sent 7.

      What came instead: [
        [0]: 2
      ]
      """
    )
  }

  // MARK: Leftovers

  @Test
  func `actions that were not received by the end`() async {
    var line: UInt = 0
    let reported = await issues {
      let store = makeChain()
      line = #line - 1
      await store.send(0) { $0 = [0] }
    }
    #expect(line > 0)
    #expect(
      reported.map(\.message) == [
        """
        Effects sent 2 actions that the test has not received by its end:

            • Int
            • Int

        Assert them with "receive", or let go of them with "skipReceivedActions".
        """
      ]
    )
  }

  @Test
  func
    `effects that still run at the end, at the line that sent the action that they were returned for`()
    async
  {
    var line: UInt = 0
    let reported = await issues {
      let store = TestStore(initialState: CounterFeature.State()) {
        CounterFeature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      line = #line + 1
      await store.send(.startTimer)
    }
    expect(
      reported,
      line: line,
      """
      An effect still runs at the end of the test. It was returned for this action:

          CounterFeature.Action.startTimer, from "ComposableArchitectureTests/Features.swift:\(FeatureLines.startTimer)"

      The likely causes:

      • The effect needs a moment to end. Wait for it with "await store.finish()".

      • The effect waits for a clock or another source of time. Use a "TestClock" and advance it, or an "ImmediateClock".

      • The effect is long-living, as a subscription or a timer is. Let the feature cancel it by its id, or cancel the task that "send" returned.
      """
    )
  }

  @Test
  func `waiting for effects that do not end in time`() async {
    let store = makeStore()
    let task = await store.send(.startTimer)
    let reported = await issues { await store.finish(timeout: .milliseconds(1)) }
    expect(
      reported,
      line: #line - 3,
      """
      Effects still run after 0.001 s. They were returned for these actions:

      • CounterFeature.Action.startTimer, from "ComposableArchitectureTests/Features.swift:\(FeatureLines.startTimer)"

      Advance the clock that they wait for, cancel what runs until it is cancelled, as subscriptions do, or give "finish" a longer timeout.
      """
    )
    let ofTask = await issues { await task.finish(timeout: .milliseconds(1)) }
    expect(
      ofTask,
      line: #line - 3,
      """
      The effects of the action still run after 0.001 seconds.

      Advance the clock that they wait for, cancel the task if they run until they are cancelled, or give "finish" a longer timeout.
      """
    )
    await task.cancel()
    #expect(await issues { await store.finish() }.isEmpty)
  }

  @Test
  func `skipping where there is nothing to skip, if it is strict`() async {
    let store = makeStore()
    let actions = await issues { await store.skipReceivedActions() }
    expect(
      actions,
      line: #line - 3,
      """
      There is nothing to skip: no action of an effect waits to be received.

      Pass "strict: false" where there need not be any.
      """
    )
    let effects = await issues { await store.skipInFlightEffects() }
    expect(
      effects,
      line: #line - 3,
      """
      There is nothing to skip: no effect runs.

      Pass "strict: false" where there need not be any.
      """
    )
    let lenient = await issues {
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
    }
    #expect(lenient.isEmpty)
  }

  // MARK: Dismissal

  @Test
  func `sending to a feature that has dismissed itself`() async {
    let store = makeStore()
    #expect(!store.isDismissed)
    await store.send(.closeButtonTapped)
    await store.finish()
    #expect(store.isDismissed)
    let reported = await issues { await store.send(.tick) }
    expect(
      reported,
      line: #line - 3,
      """
      The action was not sent, because the feature has dismissed itself:

          CounterFeature.Action.tick

      Where a parent presents the feature, it is gone by now. End the test here, or test what the parent does afterwards in a test of the parent.
      """
    )
    #expect(store.state.count == 0)
  }

  // MARK: Without exhaustivity

  @Test
  func `without exhaustivity only wrong assertions are reported`() async {
    let silent = await issues {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.startTimer)
      await clock.advance(by: .seconds(2))
      await store.send(.tick) { $0.count = 3 }
    }
    #expect(silent.map(\.message) == [])
    let store = makeStore()
    store.exhaustivity = .off
    let wrong = await issues { await store.send(.tick) { $0.count = 7 } }
    #expect(wrong.count == 1)
  }

  @Test
  func `without exhaustivity skipped changes are shown, if that is asked for`() async {
    let skipped = await issues {
      let store = TestStore(initialState: [Int]()) {
        Reduce<[Int], Int> { state, action in
          state.append(action)
          return action < 3 ? .send(action + 1) : .none
        }
      }
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(1)
      await store.receive(3)
    }
    #expect(
      skipped.map(\.message) == [
        """
        Not asserted: The state changed in what the test does not say:

              [
            +   [0]: 1
              ]
        """,
        """
        Not asserted: The test passed over 1 action of effects: [
          [0]: 2
        ]
        """,
        """
        Not asserted: The state changed in what the test does not say:

              [
                … (2 unchanged),
            +   [2]: 3
              ]
        """,
      ]
    )
    let atTheEnd = await issues {
      let store = makeChain()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(1) { $0 = [1] }
    }
    #expect(atTheEnd.count == 1)
    #expect(
      atTheEnd.first?.message.hasPrefix(
        "Not asserted: Effects sent 1 action that the test has not received by its end:"
      ) == true
    )
  }
}
