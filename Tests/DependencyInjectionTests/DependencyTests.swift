import DependencyInjection
import Foundation
import Testing

@Suite struct DependencyTests {
  @Test func `a dependency is read by key path`() {
    @Dependency(\.counterClient) var client
    #expect(client.name == "test")
  }

  @Test func `a dependency is read by type`() {
    @Dependency(CounterClient.self) var client
    #expect(client.name == "test")
  }

  @Test(arguments: [(DependencyContext.live, "live"), (.preview, "preview"), (.test, "test")])
  func `the context decides on the default value`(context: DependencyContext, name: String) {
    withDependencies {
      $0.context = context
    } operation: {
      @Dependency(\.counterClient) var client
      @Dependency(\.context) var current
      #expect(client.name == name)
      #expect(current == context)
    }
  }

  @Test func `the context of a test is test`() {
    @Dependency(\.context) var context
    #expect(context == .test)
  }

  @Test func `a preview uses the live value of a key without a preview value`() {
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.liveOnly) var liveOnly
      #expect(liveOnly == "live")
    }
  }

  @Test func `an override applies only to its operation`() {
    @Dependency(\.counterClient) var client
    withDependencies {
      $0.counterClient.name = "override"
    } operation: {
      #expect(client.name == "override")
      withDependencies {
        $0.counterClient.name += " of an override"
      } operation: {
        #expect(client.name == "override of an override")
      }
      #expect(client.name == "override")
    }
    #expect(client.name == "test")
  }

  @Test func `an override by type applies to key paths, too`() {
    withDependencies {
      $0[CounterClient.self].name = "override"
    } operation: {
      @Dependency(\.counterClient) var client
      #expect(client.name == "override")
    }
  }

  @Test func `withDependencies returns and throws what its operation does`() throws {
    struct Failure: Error {}
    #expect(withDependencies({ _ in }, operation: { 42 }) == 42)
    #expect(throws: Failure.self) {
      try withDependencies({ _ in }, operation: { throw Failure() })
    }
    #expect(throws: Failure.self) {
      try withDependencies({ _ in throw Failure() }, operation: {})
    }
  }

  @Test func `an override applies after suspensions and in child tasks`() async {
    let names = await withDependencies {
      $0.counterClient.name = "override"
    } operation: {
      let client = Dependency(\.counterClient)
      await Task.yield()
      async let child = client.wrappedValue.name
      let task = Task { client.wrappedValue.name }
      return await [client.wrappedValue.name, child, task.value]
    }
    #expect(names == ["override", "override", "override"])
  }

  @Test @MainActor func `asynchronous overrides stay on their actor`() async {
    let object = NonSendable()
    await withDependencies {
      $0.counterClient.name = "override"
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
      object.count += 1
    }
    #expect(object.count == 1)
  }

  @Test func `an object keeps the dependencies that it was created with`() {
    let model = withDependencies {
      $0.counterClient.name = "override"
    } operation: {
      Model()
    }
    #expect(model.client.name == "override")
  }

  @Test func `a detached task reads the dependencies with which the property was created`() async {
    struct Feature {
      @Dependency(\.counterClient) var client
    }
    let feature = withDependencies {
      $0.counterClient.name = "override"
    } operation: {
      Feature()
    }
    let name = await Task.detached { feature.client.name }.value
    #expect(name == "override")
  }

  @Test func `the overrides of the reading task precede those of the property's creation`() {
    let model = withDependencies {
      $0.counterClient.name = "creation"
      $0.liveOnly = "creation"
    } operation: {
      Model()
    }
    withDependencies {
      $0.counterClient.name = "reading"
    } operation: {
      #expect(model.client.name == "reading")
      #expect(model.liveOnly == "creation")
    }
  }

  @Test func `an object that is created while both overrides apply has both`() {
    let model = withDependencies {
      $0.liveOnly = "creation"
    } operation: {
      Model()
    }
    withDependencies {
      $0.counterClient.name = "reading"
    } operation: {
      withDependencies(from: model) {
        $0.uuid = .incrementing
      } operation: {
        let child = Model()
        #expect(child.liveOnly == "creation")
        #expect(child.client.name == "reading")
      }
    }
  }

  @Test func `a child inherits its parent's dependencies`() {
    let parent = withDependencies {
      $0.counterClient.name = "parent"
    } operation: {
      Model()
    }
    let child = withDependencies(from: parent) { Model() }
    let other = withDependencies(from: parent) {
      $0.liveOnly = "child"
    } operation: {
      Model()
    }
    #expect(child.client.name == "parent")
    #expect(other.client.name == "parent")
    #expect(other.liveOnly == "child")
  }

  @Test func `a child inherits asynchronously, too`() async {
    let parent = withDependencies {
      $0.counterClient.name = "parent"
    } operation: {
      Model()
    }
    let child = await withDependencies(from: parent) {
      await Task.yield()
      return Model()
    }
    #expect(child.client.name == "parent")
  }

  @Test func `withDependencies stores the dependencies of an object without a property`() {
    let parent = withDependencies {
      $0.counterClient.name = "parent"
    } operation: {
      NonSendable()
    }
    let child = withDependencies(from: parent) { Model() }
    #expect(child.client.name == "parent")
  }

  @Test func `inheriting from an object without dependencies is reported`() {
    let object = NonSendable()
    withExpectedIssue {
      _ = withDependencies(from: object) { Model() }
    }
  }

  @Test func `escaping closures keep dependencies through a continuation`() async {
    let client = Dependency(\.counterClient)
    let names = LockIsolated<[String]>([])
    let escaped: @Sendable () async -> Void = withDependencies {
      $0.counterClient.name = "override"
    } operation: {
      withEscapedDependencies { continuation in
        return {
          continuation.yield {
            let name = client.wrappedValue.name
            names.withValue { $0.append(name) }
          }
          await continuation.yield {
            await Task.yield()
            let name = client.wrappedValue.name
            names.withValue { $0.append(name) }
          }
        }
      }
    }
    await Task.detached { await escaped() }.value
    #expect(names.value == ["override", "override"])
  }

  @Test func `a dependency is not part of its owner's description`() {
    #expect(Mirror(reflecting: Dependency(\.uuid)).children.isEmpty)
  }
}

@Suite struct DefaultValueTests {
  @Test func `the use of a key without a test value is reported, once`() {
    @Dependency(\.liveOnly) var liveOnly
    let line = #line - 1
    withKnownIssue {
      #expect(liveOnly == "live")
      #expect(liveOnly == "live")
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.contains(#"@Dependency(\.liveOnly)"#) == true
        && issue.comments.first?.rawValue.contains("no test value") == true
    }
    #expect(liveOnly == "live")
  }

  @Test func `a key without a test value that is read by type is reported by its type`() {
    @Dependency(LiveOnlyKey.self) var liveOnly
    withKnownIssue {
      _ = liveOnly
    } matching: {
      $0.comments.first?.rawValue.contains("@Dependency(LiveOnlyKey.self)") == true
    }
  }

  @Test func `overriding a key without a test value is not reported`() {
    withDependencies {
      $0.liveOnly += " override"
    } operation: {
      @Dependency(\.liveOnly) var liveOnly
      #expect(liveOnly == "live override")
    }
  }

  @Test func `a key that was only read to be overridden is still reported when used`() {
    withDependencies {
      $0.liveOnly += " override"
    } operation: {
    }
    @Dependency(\.liveOnly) var liveOnly
    withKnownIssue { _ = liveOnly }
  }

  @Test func `a key without a live value is reported in a live context`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.testOnly) var testOnly
      withKnownIssue {
        #expect(testOnly == "test")
      } matching: {
        $0.comments.first?.rawValue.contains(#"@Dependency(\.testOnly) has no live value"#) == true
      }
    }
  }

  @Test func `a key without a live value is reported, too, if it was read to be changed before`() {
    withDependencies {
      $0.context = .live
    } operation: {
      withDependencies {
        _ = $0.testOnly
        _ = $0.maybeTestOnly
      } operation: {
        @Dependency(\.testOnly) var testOnly
        @Dependency(\.maybeTestOnly) var maybe
        withKnownIssue { #expect(testOnly == "test") }
        withKnownIssue { #expect(maybe == "test") }
      }
    }
  }

  @Test func `new dependency values begin with new defaults`() {
    func next() -> Int {
      withDependencies {
        $0 = DependencyValues()
      } operation: {
        @Dependency(Counter.self) var counter
        _ = counter.next()
        return withDependencies {
          $0.counterClient.name = "other"
        } operation: {
          counter.next()
        }
      }
    }
    @Dependency(Counter.self) var counter
    #expect(counter.next() == 1)
    #expect(next() == 2)
    #expect(next() == 2)
    #expect(counter.next() == 2)
  }

  @Test func `a model keeps the new defaults with which it was created`() {
    final class Owner {
      @Dependency(Counter.self) var counter
    }
    let owner = withDependencies {
      $0 = DependencyValues()
      $0.liveOnly = "other"
    } operation: {
      Owner()
    }
    @Dependency(Counter.self) var counter
    #expect(owner.counter.next() == 1)
    #expect(owner.counter.next() == 2)
    #expect(counter.next() == 1)
    withDependencies {
      $0.counterClient.name = "other"
    } operation: {
      #expect(owner.counter.next() == 3)
    }
  }

  @Test func `dependency values can begin with the defaults of each context`() {
    func name(_ values: DependencyValues) -> String {
      withDependencies {
        $0 = values
      } operation: {
        @Dependency(\.counterClient) var client
        return client.name
      }
    }
    #expect(name(.test) == "test" && name(.live) == "live" && name(.preview) == "preview")
    withDependencies {
      $0.counterClient.name = "other"
    } operation: {
      #expect(name(.test) == "test")
    }
  }

  @Test func `a test value knows whether to report its use`() {
    withDependencies {
      $0.careful += " override"
    } operation: {
      @Dependency(\.careful) var careful
      #expect(careful == "test override")
    }
    @Dependency(\.careful) var careful
    withKnownIssue { #expect(careful == "test") }
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.careful) var careful
      #expect(careful == "test")
    }
  }

  @Test func `a default is created once in each test`() {
    @Dependency(\.session) var session
    #expect(session === session)
    let other = withDependencies({ $0.counterClient.name = "" }, operation: { Model().session })
    #expect(session === other)
  }

  @Test func `a default reads other current dependencies`() {
    withDependencies {
      $0.counterClient.name = "override"
    } operation: {
      @Dependency(\.greeting) var greeting
      #expect(greeting == "Hello, override")
    }
  }

  @Test func `prepared dependencies apply to the rest of the test`() async {
    prepareDependencies {
      $0.counterClient.name = "prepared"
      $0.uuid = .incrementing
    }
    @Dependency(\.counterClient) var client
    @Dependency(\.uuid) var uuid
    #expect(client.name == "prepared")
    #expect(uuid() == UUID(0))
    let name = await Task { Model().client.name }.value
    #expect(name == "prepared")
  }

  @Test func `a prepared context applies to the rest of the test`() {
    prepareDependencies {
      $0.context = .live
    }
    @Dependency(\.counterClient) var client
    #expect(client.name == "live")
  }

  @Test func `a preview may prepare a dependency that was used before`() {
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.counterClient) var client
      #expect(client.name == "preview")
      prepareDependencies { $0.counterClient.name = "prepared" }
      #expect(client.name == "prepared")
      prepareDependencies { $0.counterClient.name = "again" }
      #expect(client.name == "again")
    }
  }

  @Test func `preparing a dependency that was used before is reported and changes nothing`() {
    @Dependency(\.counterClient) var client
    #expect(client.name == "test")
    withExpectedIssue {
      prepareDependencies { $0.counterClient.name = "prepared" }
    }
    #expect(client.name == "test")
  }
}

// MARK: - Fixtures

struct CounterClient: DependencyKey {
  var name: String

  static let liveValue = CounterClient(name: "live")
  static let previewValue = CounterClient(name: "preview")
  static let testValue = CounterClient(name: "test")
}

enum LiveOnlyKey: DependencyKey {
  static let liveValue = "live"
}

private enum TestOnlyKey: TestDependencyKey {
  static let testValue = "test"
}

private enum CarefulKey: TestDependencyKey {
  static var testValue: String {
    if shouldReportUnimplemented { reportIssue("Not overridden") }
    return "test"
  }
}

private enum MaybeTestOnlyKey: TestDependencyKey {
  static let testValue: String? = "test"
}

final class Session: Sendable {}

private final class Counter: TestDependencyKey, Sendable {
  private let count = LockIsolated(0)

  static var testValue: Counter { Counter() }

  func next() -> Int {
    count.withValue { count in
      count += 1
      return count
    }
  }
}

private enum SessionKey: DependencyKey {
  static var liveValue: Session { Session() }
  static var testValue: Session { Session() }
}

private enum GreetingKey: DependencyKey {
  static var liveValue: String { testValue }
  static var testValue: String {
    @Dependency(\.counterClient) var client
    return "Hello, \(client.name)"
  }
}

extension DependencyValues {
  var counterClient: CounterClient {
    get { self[CounterClient.self] }
    set { self[CounterClient.self] = newValue }
  }

  var liveOnly: String {
    get { self[LiveOnlyKey.self] }
    set { self[LiveOnlyKey.self] = newValue }
  }

  var testOnly: String {
    get { self[TestOnlyKey.self] }
    set { self[TestOnlyKey.self] = newValue }
  }

  fileprivate var careful: String {
    get { self[CarefulKey.self] }
    set { self[CarefulKey.self] = newValue }
  }

  fileprivate var maybeTestOnly: String? {
    get { self[MaybeTestOnlyKey.self] }
    set { self[MaybeTestOnlyKey.self] = newValue }
  }

  var session: Session {
    get { self[SessionKey.self] }
    set { self[SessionKey.self] = newValue }
  }

  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}

private final class Model {
  @Dependency(\.counterClient) var client
  @Dependency(\.liveOnly) var liveOnly
  @Dependency(\.session) var session
}

private final class NonSendable {
  var count = 0
}
