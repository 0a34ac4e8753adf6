import DependencyInjection
import Foundation
import Testing

@Suite struct FamiliarKeyTests {
  @Test func `each test has a notification center of its own`() {
    @Dependency(\.notificationCenter) var center
    let tides = LockIsolated(0)
    let name = Notification.Name("tide")
    let observer = center.addObserver(forName: name, object: nil, queue: nil) { _ in
      tides.withValue { $0 += 1 }
    }
    NotificationCenter.default.post(name: name, object: nil)
    #expect(tides.value == 0)
    center.post(name: name, object: nil)
    #expect(tides.value == 1)
    center.removeObserver(observer)
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(center === NotificationCenter.default)
    }
  }

  @Test func `work that is not waited for has a name and a priority`() async {
    let seen = LockIsolated<[String]>([])
    let recorder = FireAndForget { name, priority, work in
      seen.withValue { $0.append("\(name ?? "") \(priority == .low)") }
      try? await work()
    }
    await withDependencies {
      $0.fireAndForget = recorder
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget(name: "wave", priority: .low) { seen.withValue { $0.append("done") } }
      await fireAndForget.operation("swell", nil) { seen.withValue { $0.append("done") } }
    }
    #expect(seen.value == ["wave true", "done", "swell false", "done"])
    let name = LockIsolated<String?>(nil)
    @Dependency(\.fireAndForget) var fireAndForget
    await fireAndForget(name: "spray") { name.setValue(Task.name) }
    #expect(name.value == "spray")
  }

  @Test func `an unchecked value is coded and iterated like the value`() async throws {
    let value = UncheckedSendable([1, 2])
    let data = try JSONEncoder().encode(value)
    #expect(String(decoding: data, as: UTF8.self) == "[1,2]")
    #expect(try JSONDecoder().decode(UncheckedSendable<[Int]>.self, from: data) == value)
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    var numbers: [Int] = []
    for await number in UncheckedSendable(stream) { numbers.append(number) }
    #expect(numbers == [1, 2])
  }
}

// MARK: - Entries

private struct Foghorn: Sendable {
  var sound: String
}

/// A property that other modules may use.
public struct Pier: Sendable {
  public var length = 1
}

extension DependencyValues {
  @DependencyEntry public var pier = Pier()
  @DependencyEntry(liveValue: Foghorn(sound: "live")) fileprivate var foghorn: Foghorn
}

// As in another module.
extension DependencyValues.PierKey: DependencyKey {
  public static var liveValue: Pier { Pier(length: 70) }
}

@Suite struct DependencyEntryTests {
  @Test func `a public entry has a public key with a derived name`() {
    @Dependency(\.pier) var pier
    #expect(pier.length == 1)
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(pier.length == 70)
    }
    withDependencies {
      $0[DependencyValues.PierKey.self].length = 3
    } operation: {
      #expect(pier.length == 3)
    }
  }

  @Test func `an entry with a live value only is reported in a test`() {
    @Dependency(\.foghorn) var foghorn
    withKnownIssue {
      #expect(foghorn.sound == "live")
    } matching: {
      $0.comments.first?.rawValue.contains(#"@Dependency(\.foghorn)"#) == true
    }
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(foghorn.sound == "live")
    }
  }
}
