import DependencyInjection
import Foundation
import Testing

@Suite struct KeyTests {
  @Test func `identifiers count up`() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      @Dependency(\.uuid) var uuid
      #expect(uuid() == UUID(uuidString: "00000000-0000-0000-0000-000000000000"))
      #expect(uuid() == UUID(1))
      #expect(uuid() == UUID(uuidString: "00000000-0000-0000-0000-000000000002"))
    }
  }

  @Test func `an identifier can be constant`() {
    withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      @Dependency(\.uuid) var uuid
      #expect([uuid(), uuid()] == [UUID(7), UUID(7)])
    }
  }

  @Test func `an identifier contains its number in hexadecimal`() {
    #expect(UUID(0xDEAD_BEEF).uuidString == "00000000-0000-0000-0000-0000DEADBEEF")
    #expect(UUID(.max).uuidString == "00000000-0000-0000-7FFF-FFFFFFFFFFFF")
    #expect(UUID(-1).uuidString == "00000000-0000-0001-0000-000000000001")
    #expect(UUID(-0xBEEF).uuidString == "00000000-0000-0001-0000-00000000BEEF")
    #expect(UUID(.min).uuidString == "00000000-0000-0001-8000-000000000000")
  }

  @Test func `identifiers of a live context differ`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.uuid) var uuid
      #expect(uuid() != uuid())
    }
  }

  @Test func `identifiers must be overridden in tests`() {
    @Dependency(\.uuid) var uuid
    withExpectedIssue { _ = uuid() }
  }

  @Test func `the date can be constant`() {
    let now = Date(timeIntervalSince1970: 1_234_567_890)
    withDependencies {
      $0.date = .constant(now)
    } operation: {
      @Dependency(\.date) var date
      @Dependency(\.date.now) var dateNow
      #expect(date() == now)
      #expect(date.now == now)
      #expect(dateNow == now)
    }
  }

  @Test func `the date can be assigned`() {
    let now = Date(timeIntervalSince1970: 1_234_567_890)
    withDependencies {
      $0.date.now = now
    } operation: {
      @Dependency(\.date) var date
      #expect(date.now == now)
    }
  }

  @Test func `the date can come from a function`() {
    let calls = LockIsolated(0)
    withDependencies {
      $0.date = DateGenerator {
        calls.withValue { $0 += 1 }
        return Date(timeIntervalSince1970: Double(calls.value))
      }
    } operation: {
      @Dependency(\.date) var date
      #expect(date.now.timeIntervalSince1970 == 1)
      #expect(date().timeIntervalSince1970 == 2)
    }
  }

  @Test func `calendar, locale and time zone can be overridden`() {
    withDependencies {
      $0.calendar = Calendar(identifier: .iso8601)
      $0.locale = Locale(identifier: "de_DE")
      $0.preferredLocales = [Locale(identifier: "fr")]
      $0.timeZone = TimeZone(secondsFromGMT: 3600)!
    } operation: {
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.timeZone) var timeZone
      @Dependency(\.preferredLocales) var preferredLocales
      #expect(preferredLocales.map(\.identifier) == ["fr"])
      #expect(calendar.identifier == .iso8601)
      #expect(locale.identifier == "de_DE")
      #expect(timeZone.secondsFromGMT() == 3600)
    }
  }

  @Test func `calendar, locale and time zone must be overridden in tests`() {
    @Dependency(\.calendar) var calendar
    @Dependency(\.locale) var locale
    @Dependency(\.timeZone) var timeZone
    withExpectedIssue { _ = calendar }
    withExpectedIssue { _ = locale }
    withExpectedIssue { _ = timeZone }
  }

  @Test(.mainSerialExecutor, .timeLimit(.minutes(20)))
  func `a clock can be overridden`() async throws {
    let clock = TestClock()
    try await withDependencies {
      $0.continuousClock = clock
      $0.suspendingClock = ImmediateClock()
    } operation: {
      @Dependency(\.continuousClock) var continuousClock
      @Dependency(\.suspendingClock) var suspendingClock
      let hasWokenUp = LockIsolated(false)
      let task = Task {
        try await continuousClock.sleep(for: .seconds(1))
        hasWokenUp.setValue(true)
      }
      await clock.advance(by: .milliseconds(999))
      #expect(!hasWokenUp.value)
      await clock.advance(by: .milliseconds(1))
      try await task.value
      try await suspendingClock.sleep(for: .seconds(1_000))
    }
  }

  @Test func `clocks must be overridden in tests`() async throws {
    @Dependency(\.continuousClock) var continuousClock
    @Dependency(\.suspendingClock) var suspendingClock
    try await withKnownIssue {
      try await continuousClock.sleep(for: .seconds(1_000))
    } matching: {
      $0.comments.first?.rawValue.contains(#"@Dependency(\.continuousClock)."#) == true
    }
    try await withKnownIssue {
      try await suspendingClock.sleep(for: .seconds(1_000))
    } matching: {
      $0.comments.first?.rawValue.contains(#"@Dependency(\.suspendingClock)."#) == true
    }
  }

  @Test func `random numbers come from the generator that was set`() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Countdown(value: 3))
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(withRandomNumberGenerator { $0.next() } == 3)
      #expect(withRandomNumberGenerator { $0.next() } == 2)
      struct Failure: Error {}
      #expect(throws: Failure.self) {
        try withRandomNumberGenerator { _ in throw Failure() }
      }
    }
  }

  @Test func `random numbers of a live context are random`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect((1...6).contains(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }))
    }
  }

  @Test func `opening a URL can be overridden`() async {
    let url = URL(string: "https://www.gtk.org")!
    let opened = LockIsolated<[URL]>([])
    await withDependencies {
      $0.openURL = OpenURLEffect { url in
        opened.withValue { $0.append(url) }
        return true
      }
    } operation: {
      @Dependency(\.openURL) var openURL
      #expect(await openURL(url))
    }
    #expect(opened.value == [url])
  }

  @Test func `opening a URL must be overridden in tests`() async {
    @Dependency(\.openURL) var openURL
    await withExpectedIssue {
      await openURL(URL(string: "https://www.gtk.org")!)
    }
  }

  @Test func `requests go through a session that can be overridden`() {
    @Dependency(\.urlSession) var urlSession
    #expect(urlSession !== URLSession.shared)
    withDependencies {
      $0.urlSession = .shared
    } operation: {
      #expect(urlSession === URLSession.shared)
    }
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.urlSession) var urlSession
      #expect(urlSession === URLSession.shared)
    }
  }

  @Test func `fireAndForget waits for its work in tests`() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let isDone = LockIsolated(false)
    await fireAndForget {
      await Task.yield()
      isDone.setValue(true)
    }
    #expect(isDone.value)
  }

  @Test func `fireAndForget ignores errors, in tests, too`() async {
    struct Failure: Error {}
    @Dependency(\.fireAndForget) var fireAndForget
    await fireAndForget { throw Failure() }
    await fireAndForget { throw CancellationError() }
  }

  @Test(.timeLimit(.minutes(20)))
  func `fireAndForget does not wait for its work in a live context`() async {
    await withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let (done, isDone) = AsyncStream.makeStream(of: Void.self)
      let isWorkDone = LockIsolated(false)
      await fireAndForget {
        for await _ in stream { break }
        isWorkDone.setValue(true)
        isDone.yield()
      }
      #expect(!isWorkDone.value)
      continuation.yield()
      for await _ in done { break }
      #expect(isWorkDone.value)
    }
  }

  @Test func `assertions are reported in tests`() {
    @Dependency(\.assert) var assert
    @Dependency(\.assertionFailure) var assertionFailure
    @Dependency(\.precondition) var precondition

    assert(true)
    precondition(true, "Fine")
    withKnownIssue {
      assert(1 > 2, "Too small")
    } matching: {
      $0.comments.first?.rawValue.contains("Assertion failure: Too small") == true
    }
    withKnownIssue {
      precondition(false)
    } matching: {
      $0.comments.first?.rawValue.contains("Precondition failure") == true
    }
    withKnownIssue {
      assertionFailure("Not here")
    } matching: {
      $0.comments.first?.rawValue.contains("Assertion failure: Not here") == true
    }
  }

  @Test func `an unimplemented endpoint is reported when called`() {
    let fetch: @Sendable (Int) -> String = unimplemented("Client.fetch", placeholder: "")
    withExpectedIssue {
      #expect(fetch(1) == "")
    }
  }

  @Test func `the process knows that it is testing`() {
    #expect(isTesting)
  }
}

private struct Countdown: RandomNumberGenerator {
  var value: UInt64

  mutating func next() -> UInt64 {
    defer { value -= 1 }
    return value
  }
}
