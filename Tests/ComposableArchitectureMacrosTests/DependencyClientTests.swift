import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@DependencyClient` generates and reports.
@Suite struct DependencyClientTests {
  @Test func `functions become endpoints, and initializers take all of them or none`() {
    expectExpansion(
      """
      @DependencyClient
      public struct APIClient {
        public var fetch: @Sendable (_ id: Int) async throws -> User
        var isSignedIn: () -> Bool = { false }
        @DependencyEndpointIgnored
        var raw: () -> Int = { 0 }
        let version = 1
        var name = "api"
        var limit: Int?
        static var shared = 0
      }
      """,
      to: """
        public struct APIClient {
          @DependencyInjection.DependencyEndpoint
          public var fetch: @Sendable (_ id: Int) async throws -> User
          @DependencyInjection.DependencyEndpoint
          var isSignedIn: () -> Bool = { false }
          var raw: () -> Int = { 0 }
          let version = 1
          var name = "api"
          var limit: Int?
          static var shared = 0

          public init(
            fetch: @escaping @Sendable (_ id: Int) async throws -> User,
            isSignedIn: @escaping () -> Bool,
            raw: @escaping () -> Int = { 0 },
            name: Swift.String = "api",
            limit: Int? = nil
          ) {
            self._fetch = fetch
            self._isSignedIn = isSignedIn
            self.raw = raw
            self.name = name
            self.limit = limit
          }

          public init(
            raw: @escaping () -> Int = { 0 },
            name: Swift.String = "api",
            limit: Int? = nil
          ) {
            self.raw = raw
            self.name = name
            self.limit = limit
          }
        }
        """
    )
  }

  @Test func `initializers leave out other dependencies`() {
    expectExpansion(
      """
      @DependencyClient
      struct APIClient {
        @Dependency(\\.uuid) var uuid: UUIDGenerator
        @Dependency(\\.log) var log: () -> Void
        var fetch: () throws -> Void
      }
      """,
      to: """
        struct APIClient {
          @Dependency(\\.uuid) var uuid: UUIDGenerator
          @Dependency(\\.log) var log: () -> Void
          @DependencyInjection.DependencyEndpoint
          var fetch: () throws -> Void

          init(
            fetch: @escaping () throws -> Void
          ) {
            self._fetch = fetch
          }

          init() {
          }
        }
        """
    )
  }

  @Test func `the initializer without endpoints takes properties that need a value`() {
    expectExpansion(
      """
      @DependencyClient
      struct APIClient {
        var fetch: () throws -> Void
        let host: String
      }
      """,
      to: """
        struct APIClient {
          @DependencyInjection.DependencyEndpoint
          var fetch: () throws -> Void
          let host: String

          init(
            fetch: @escaping () throws -> Void,
            host: String
          ) {
            self._fetch = fetch
            self.host = host
          }

          init(
            host: String
          ) {
            self.host = host
          }
        }
        """
    )
  }

  @Test func `existing initializers are not generated`() {
    expectExpansion(
      """
      @DependencyClient
      struct APIClient {
        var fetch: () throws -> Void
        init() {}
        init(fetch: @escaping () throws -> Void) {
          self.fetch = fetch
        }
      }
      """,
      to: """
        struct APIClient {
          @DependencyInjection.DependencyEndpoint
          var fetch: () throws -> Void
          init() {}
          init(fetch: @escaping () throws -> Void) {
            self.fetch = fetch
          }
        }
        """
    )
  }

  @Test func `a class is reported`() {
    expectExpansion(
      """
      @DependencyClient
      class APIClient {
      }
      """,
      to: """
        class APIClient {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyClient' can only be applied to a struct",
          line: 1,
          column: 1,
          fixIts: [FixItSpec(message: "Remove '@DependencyClient'")]
        )
      ],
      fixed: """

        class APIClient {
        }
        """
    )
  }
}
