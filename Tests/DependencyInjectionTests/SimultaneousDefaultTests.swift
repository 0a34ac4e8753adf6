import DependencyInjection
import Foundation
import Testing

/// Defaults that several tasks or threads ask for at once.
@Suite(.timeLimit(.minutes(20))) struct SimultaneousDefaultTests {
  @Test func `twenty tasks that ask at once get one default`() async {
    let made = await withDependencies {
      $0 = DependencyValues()
    } operation: {
      await withTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 1...20 {
          group.addTask {
            @Dependency(Furnace.self) var furnace
            return ObjectIdentifier(furnace)
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
    }
    #expect(made.count == 1)
    #expect(Furnace.count.value == 1)
  }

  @Test func `twenty tasks that ask at once in an application get one default`() async {
    let made = await withDependencies {
      $0.context = .live
    } operation: {
      await withTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 1...20 {
          group.addTask {
            @Dependency(Kiln.self) var kiln
            return ObjectIdentifier(kiln)
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
    }
    #expect(made.count == 1)
    #expect(Kiln.count.value == 1)
  }

  @Test func `a thread that asks while another creates a default waits for it`() async {
    let gate = Workshop.gate
    async let first = onThread { Dependency(Workshop.self).wrappedValue.id }
    await until { gate.count.value == 1 }
    async let second = onThread {
      gate.open.signal()
      return Dependency(Workshop.self).wrappedValue.id
    }
    let ids = await [first, second]
    #expect(ids[0] == ids[1])
    #expect(gate.count.value == 1)
  }

  @Test func `a default that reads itself while it is created is created without it`() {
    @Dependency(Mirrors.self) var mirrors
    #expect(mirrors.depth == 2)
    #expect(Mirrors.count.value == 3)
  }

  @Test func `two threads whose defaults read each other come to an end`() async {
    async let bell = onThread { Dependency(Bell.self).wrappedValue.name }
    async let clapper = onThread { Dependency(Clapper.self).wrappedValue.name }
    #expect(await [bell, clapper] == ["bell", "clapper"])
  }
}

/// Runs code that blocks on a thread of its own, because the threads of tasks are few.
private func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

// MARK: - Fixtures

private final class Furnace: TestDependencyKey, Sendable {
  static let count = LockIsolated(0)

  static var testValue: Furnace {
    count.withValue { $0 += 1 }
    Thread.sleep(forTimeInterval: 0.02)
    return Furnace()
  }
}

private final class Kiln: DependencyKey, Sendable {
  static let count = LockIsolated(0)

  static var liveValue: Kiln {
    count.withValue { $0 += 1 }
    Thread.sleep(forTimeInterval: 0.02)
    return Kiln()
  }
}

private struct Workshop: TestDependencyKey {
  struct Gate: Sendable {
    let count = LockIsolated(0)
    let open = DispatchSemaphore(value: 0)
  }

  static let gate = Gate()

  let id = UUID()

  static var testValue: Workshop {
    gate.count.withValue { $0 += 1 }
    gate.open.wait()
    return Workshop()
  }
}

private struct Mirrors: TestDependencyKey {
  static let count = LockIsolated(0)

  var depth = 0

  static var testValue: Mirrors {
    let isDeep = count.withValue { count in
      count += 1
      return count > 2
    }
    if isDeep { return Mirrors() }
    @Dependency(Mirrors.self) var other
    return Mirrors(depth: other.depth + 1)
  }
}

/// Lets two threads continue once both have arrived, or once one has arrived for the second time.
private let rendezvous = Rendezvous()

private final class Rendezvous: Sendable {
  private let arrivals = LockIsolated<[String: Int]>([:])
  private let both = DispatchSemaphore(value: 0)

  /// - Returns: Whether the caller arrives for the first time.
  func arrive(_ name: String) -> Bool {
    let (isFirst, areBoth) = arrivals.withValue { arrivals in
      arrivals[name, default: 0] += 1
      return (arrivals[name] == 1, arrivals.count == 2)
    }
    guard isFirst else { return false }
    if areBoth { both.signal() }
    both.wait()
    both.signal()
    return true
  }
}

private struct Bell: TestDependencyKey {
  var name = "bell"

  static var testValue: Bell {
    if rendezvous.arrive("bell") { _ = Dependency(Clapper.self).wrappedValue }
    return Bell()
  }
}

private struct Clapper: TestDependencyKey {
  var name = "clapper"

  static var testValue: Clapper {
    if rendezvous.arrive("clapper") { _ = Dependency(Bell.self).wrappedValue }
    return Clapper()
  }
}
