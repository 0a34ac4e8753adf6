import DependencyInjection
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

extension DependencyValues {
  @DependencyEntry(testValue: 1) fileprivate var lives: Int = 3
  @DependencyEntry fileprivate var untested: Int = 3
  @DependencyEntry fileprivate var keyed: Keyed
}

private struct Keyed: TestDependencyKey, Equatable {
  static let testValue = Keyed()
}

/// What users get from the macros for dependencies, compiled as they would.
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
    #expect(try client.load(name: "Blob") == 4)
    #expect(try client.load(id: 4) == 5)
    var value = 1
    client.increment(value: &value)
    #expect(value == 2)
  }

  @Test func `the initialiser takes every endpoint, and has the defaults of other properties`() {
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

  @Test func `an entry has its test value in tests, and can be overridden`() {
    @Dependency(\.lives) var lives
    @Dependency(\.keyed) var keyed
    #expect(lives == 1)
    #expect(keyed == Keyed())
    withDependencies {
      $0.lives = 9
    } operation: {
      @Dependency(\.lives) var lives
      #expect(lives == 9)
    }
  }

  @Test func `an entry with a live value only is reported in tests`() {
    withKnownIssue {
      @Dependency(\.untested) var untested
      #expect(untested == 3)
    }
  }
}
