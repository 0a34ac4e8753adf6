import DependencyInjection
import Foundation
import Testing

@DependencyClient
private struct Client: Sendable {
  var fetch: @Sendable (_ id: Int) async throws -> String
  var isSignedIn: @Sendable () -> Bool = { false }
  var signOut: @Sendable () -> Void
  @DependencyEndpoint(method: "load")
  var loadByName: @Sendable (_ name: String) throws -> Int
  @DependencyEndpoint(method: "load")
  var loadByID: @Sendable (_ id: Int) throws -> Int
  var increment: @Sendable (_ value: inout Int) -> Void
  var host = "localhost"
  var port: Int?
}

@DependencyClient
private struct Connection {
  var open: () throws -> Void
  let host: String
}

/// Clients whose other properties need a value, or are dependencies themselves.
@DependencyClient
private struct Mailer {
  let account: Account
  var retries = 3
  var send: (_ text: String) throws -> Void

  struct Account: Equatable {
    var name: String
  }
}

@DependencyClient
private struct Library {
  @Dependency(\.uuid) var uuid: UUIDGenerator
  @Dependency(\.tell) var tell: @Sendable () -> Void
  var add: () throws -> Void
}

@DependencyClient
private struct Logger {
  var log: (_ message: @autoclosure () -> String) -> Void
  var tryLog: (_ message: @autoclosure () throws -> String) throws -> Void
  var find: () -> Optional<Int>
  var findFirst: () -> (Int?)
  var findLast: () -> Swift.Optional<Int>
  @DependencyEndpoint(method: "`class`")
  var classOf: (_ id: Int) -> Int?
  @DependencyEndpoint(method: "default")
  var defaultOf: (_ id: Int) -> Int?
}

struct Greeter: Equatable, Sendable {
  var name: String

  static let live = Greeter(name: "live")
  static let mock = Greeter(name: "mock")
}

private final class Ticket: Sendable {}

extension DependencyValues {
  @DependencyEntry fileprivate var greeter: Greeter = Greeter(name: "mock")
  @DependencyEntry(liveValue: Greeter.live) fileprivate var both = Greeter.mock
  @DependencyEntry(liveValue: "live", previewValue: "preview") fileprivate var mode: String = "test"
  @DependencyEntry(previewValue: "preview") fileprivate var shown = "test"
  @DependencyEntry(liveValue: "live", previewValue: "preview") fileprivate var inferred = "test"
  @DependencyEntry("GreeterKey") var elsewhere: Greeter = .mock
  @DependencyEntry("NumberKey", previewValue: 2) var number = 1
  @DependencyEntry fileprivate var ticket = Ticket()
  @DependencyEntry fileprivate var tell: @Sendable () -> Void = {}
  @DependencyEntry fileprivate var keyed: Keyed
}

// Declared as in another module that contains the live values.
extension DependencyValues.GreeterKey: DependencyKey {
  static let liveValue = Greeter.live
}

extension DependencyValues.NumberKey: DependencyKey {
  static let liveValue = 3
}

/// The code that the macros for dependencies generate, compiled as in a program.
@Suite struct DependencyClientMacroTests {
  @Test func `an endpoint without implementation is reported and throws`() async {
    await withKnownIssue {
      await #expect(throws: Unimplemented.self) { try await Client().fetch(id: 42) }
    } matching: {
      $0.description.contains("Unimplemented: 'Client.fetch'")
    }
  }

  @Test func `an endpoint that cannot throw is reported and returns its default`() {
    withKnownIssue {
      #expect(Client().isSignedIn() == false)
      Client().signOut()
    }
  }

  @Test func `endpoints can be overridden one by one, and called with labels`() async throws {
    var client = Client()
    client.fetch = { "user \($0)" }
    client.loadByName = { $0.count }
    client.loadByID = { $0 + 1 }
    client.increment = { $0 += 1 }
    #expect(try await client.fetch(id: 1) == "user 1")
    #expect(try client.load(name: "Mina") == 4)
    #expect(try client.load(id: 4) == 5)
    var value = 1
    client.increment(value: &value)
    #expect(value == 2)
  }

  @Test func `the initializer takes every endpoint, and has the defaults of other properties`() {
    let client = Client(
      fetch: { "\($0)" },
      isSignedIn: { true },
      signOut: {},
      loadByName: { _ in 0 },
      loadByID: { $0 },
      increment: { $0 += 1 },
      port: 80
    )
    #expect(client.isSignedIn())
    #expect(client.host == "localhost")
    #expect(client.port == 80)
    #expect(Connection(open: {}, host: "example.com").host == "example.com")
  }

  @Test func `the initializer without endpoints takes the other properties`() {
    #expect(Mailer(account: .init(name: "Mina")).account.name == "Mina")
    #expect(Mailer(account: .init(name: "Mina"), retries: 5).retries == 5)
    #expect(Client(port: 80).port == 80)
    withKnownIssue { #expect(throws: Unimplemented.self) { try Library().add() } }
    #expect((try? Library(add: {}).add()) != nil)
  }

  @Test func `a client has its own dependencies`() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      #expect(Library().uuid() == UUID(0))
      Library().tell()
    }
  }

  @Test func `endpoints take closures without braces, return optionals and have any name`() throws {
    var logger = Logger()
    let messages = LockIsolated<[String]>([])
    logger.log = { message in
      let message = message()
      messages.withValue { $0.append(message) }
    }
    logger.tryLog = { message in
      let message = try message()
      messages.withValue { $0.append(message) }
    }
    logger.log(message: "a" + "b")
    try logger.tryLog(message: "c")
    #expect(messages.value == ["ab", "c"])
    logger.classOf = { $0 + 1 }
    logger.defaultOf = { $0 + 2 }
    #expect(logger.class(id: 1) == 2)
    #expect(logger.default(id: 1) == 3)
    withKnownIssue { #expect(Logger().find() == nil) }
    withKnownIssue { #expect(Logger().findFirst() == nil && Logger().findLast() == nil) }
  }

  @Test func `an entry has its initial value in tests, and can be overridden`() {
    @Dependency(\.greeter) var greeter
    @Dependency(\.both) var both
    @Dependency(\.mode) var mode
    @Dependency(\.elsewhere) var elsewhere
    @Dependency(\.number) var number
    @Dependency(\.inferred) var inferred
    @Dependency(\.keyed) var keyed
    #expect(greeter.name == "mock" && both == .mock && mode == "test" && elsewhere == .mock)
    #expect(number == 1 && inferred == "test" && keyed == Keyed())
    withDependencies {
      $0.greeter.name = "other"
    } operation: {
      #expect(greeter.name == "other")
    }
  }

  @Test func `the initial value of an entry is evaluated for each test`() {
    @Dependency(\.ticket) var ticket
    let first = ticket
    #expect(first === ticket)
    withDependencies {
      $0 = DependencyValues()
    } operation: {
      @Dependency(\.ticket) var ticket
      #expect(first !== ticket)
    }
  }

  @Test func `an entry has its live value in an application, and reports a missing one`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.both) var both
      @Dependency(\.mode) var mode
      @Dependency(\.inferred) var inferred
      @Dependency(\.elsewhere) var elsewhere
      @Dependency(\.number) var number
      #expect(both == .live && mode == "live" && inferred == "live" && elsewhere == .live)
      #expect(number == 3)
      withKnownIssue {
        @Dependency(\.greeter) var greeter
        _ = greeter
      } matching: {
        $0.comments.first?.rawValue.contains(#"@Dependency(\.greeter) has no live value"#) == true
      }
    }
  }

  @Test func `an entry has the value for previews, the live one, or that of tests in a preview`() {
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.mode) var mode
      @Dependency(\.shown) var shown
      @Dependency(\.inferred) var inferred
      @Dependency(\.number) var number
      @Dependency(\.both) var both
      @Dependency(\.greeter) var greeter
      #expect(mode == "preview" && shown == "preview" && inferred == "preview" && number == 2)
      #expect(both == .live)
      #expect(greeter == .mock)
    }
  }
}

private struct Keyed: TestDependencyKey, Equatable {
  static let testValue = Keyed()
}
