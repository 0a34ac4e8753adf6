import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@DependencyEndpoint` generates for one function.
@Suite struct DependencyEndpointTests {
  @Test func `a throwing endpoint reports and throws, and can be called with labels`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint
        public var fetch: @Sendable (_ id: Int, String) async throws -> User
      }
      """,
      to: #"""
        struct APIClient {
          public var fetch: @Sendable (_ id: Int, String) async throws -> User {
          @storageRestrictions(initializes: _fetch)
          init(initialValue) {
            _fetch = initialValue
          }
          get {
            _fetch
          }
          set {
            _fetch = newValue
          }
          }

          private var _fetch: @Sendable (_ id: Int, String) async throws -> User = { _, _ in
            IssueReporting.reportIssue("Unimplemented: '\(Self.self).fetch'")
            throw DependencyInjection.Unimplemented("fetch")
          }

          public func fetch(id p0: Int, _ p1: String) async throws -> User {
            try await self.fetch(p0, p1)
          }
        }
        """#
    )
  }

  @Test func `an endpoint that returns nothing reports`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint
        var log: (String, Int) -> Void
      }
      """,
      to: #"""
        struct APIClient {
          var log: (String, Int) -> Void {
          @storageRestrictions(initializes: _log)
          init(initialValue) {
            _log = initialValue
          }
          get {
            _log
          }
          set {
            _log = newValue
          }
          }

          private var _log: (String, Int) -> Void = { _, _ in
            IssueReporting.reportIssue("Unimplemented: '\(Self.self).log'")
          }
        }
        """#
    )
  }

  @Test func `an endpoint that may return nil reports and returns nil`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint
        var cached: @Sendable (Int) async -> User?
      }
      """,
      to: #"""
        struct APIClient {
          var cached: @Sendable (Int) async -> User? {
          @storageRestrictions(initializes: _cached)
          init(initialValue) {
            _cached = initialValue
          }
          get {
            _cached
          }
          set {
            _cached = newValue
          }
          }

          private var _cached: @Sendable (Int) async -> User? = { _ in
            IssueReporting.reportIssue("Unimplemented: '\(Self.self).cached'")
            return nil
          }
        }
        """#
    )
  }

  @Test func `a default value runs after the report`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint
        var isSignedIn: () -> Bool = { false }
        @DependencyEndpoint
        var sum: (Int, Int) -> Int = { a, b in
          let sum = a + b
          return sum
        }
      }
      """,
      to: #"""
        struct APIClient {
          var isSignedIn: () -> Bool {
          get {
            _isSignedIn
          }
          set {
            _isSignedIn = newValue
          }
          }

          private var _isSignedIn: () -> Bool = {
            IssueReporting.reportIssue("Unimplemented: '\(Self.self).isSignedIn'")
            return false
          }
          var sum: (Int, Int) -> Int {
          get {
            _sum
          }
          set {
            _sum = newValue
          }
          }

          private var _sum: (Int, Int) -> Int = { a, b in
            IssueReporting.reportIssue("Unimplemented: '\(Self.self).sum'")
            let sum = a + b
            return sum
          }
        }
        """#
    )
  }

  @Test func `a default value that itself stops or reports is kept`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint
        var crash: () -> Bool = { fatalError() }
        @DependencyEndpoint
        var given: () -> Bool = implementation
      }
      """,
      to: """
        struct APIClient {
          var crash: () -> Bool {
          get {
            _crash
          }
          set {
            _crash = newValue
          }
          }

          private var _crash: () -> Bool = { fatalError() }
          var given: () -> Bool {
          get {
            _given
          }
          set {
            _given = newValue
          }
          }

          private var _given: () -> Bool = implementation
        }
        """
    )
  }

  @Test func `the method can have a name and isolation, and pass inout parameters`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint(method: "load")
        var loadItem: @MainActor @Sendable (inout Int) -> Void
      }
      """,
      to: #"""
        struct APIClient {
          var loadItem: @MainActor @Sendable (inout Int) -> Void {
          @storageRestrictions(initializes: _loadItem)
          init(initialValue) {
            _loadItem = initialValue
          }
          get {
            _loadItem
          }
          set {
            _loadItem = newValue
          }
          }

          private var _loadItem: @MainActor @Sendable (inout Int) -> Void = { _ in
            IssueReporting.reportIssue("Unimplemented: '\(Self.self).loadItem'")
          }

          @MainActor
          func load(_ p0: inout Int) -> Void {
            self.loadItem(&p0)
          }
        }
        """#
    )
  }

  @Test func `an autoclosure is called, and a keyword can be a name`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint(method: "default")
        var log: (@autoclosure () async throws -> String) -> Optional<Int>
      }
      """,
      to: #"""
        struct APIClient {
          var log: (@autoclosure () async throws -> String) -> Optional<Int> {
          @storageRestrictions(initializes: _log)
          init(initialValue) {
            _log = initialValue
          }
          get {
            _log
          }
          set {
            _log = newValue
          }
          }

          private var _log: (@autoclosure () async throws -> String) -> Optional<Int> = { _ in
            IssueReporting.reportIssue("Unimplemented: '\(Self.self).log'")
            return nil
          }

          func `default`(_ p0: @autoclosure () async throws -> String) -> Optional<Int> {
            self.log(try await p0())
          }
        }
        """#
    )
  }

  @Test func `a missing default value is reported`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint
        var count: (String) -> Int
      }
      """,
      to: """
        struct APIClient {
          var count: (String) -> Int {
          @storageRestrictions(initializes: _count)
          init(initialValue) {
            _count = initialValue
          }
          get {
            _count
          }
          set {
            _count = newValue
          }
          }

          private var _count: (String) -> Int = { _ in Swift.fatalError() }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'count' needs a default value, because it cannot throw the error 'Unimplemented'",
          line: 3,
          column: 7,
          fixIts: [FixItSpec(message: "Insert a default value")]
        )
      ],
      fixed: """
        struct APIClient {
          @DependencyEndpoint
          var count: (String) -> Int = { _ in <#Int#> }
        }
        """
    )
  }

  @Test func `functions with typed errors need a default value, too`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint
        var count: () throws(APIError) -> Int
      }
      """,
      to: """
        struct APIClient {
          var count: () throws(APIError) -> Int {
          @storageRestrictions(initializes: _count)
          init(initialValue) {
            _count = initialValue
          }
          get {
            _count
          }
          set {
            _count = newValue
          }
          }

          private var _count: () throws(APIError) -> Int = { Swift.fatalError() }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'count' needs a default value, because it cannot throw the error 'Unimplemented'",
          line: 3,
          column: 7,
          fixIts: [FixItSpec(message: "Insert a default value")]
        )
      ],
      fixed: """
        struct APIClient {
          @DependencyEndpoint
          var count: () throws(APIError) -> Int = { <#Int#> }
        }
        """
    )
  }

  @Test func `anything but a function is reported`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint
        var count: Int
      }
      """,
      to: """
        struct APIClient {
          var count: Int
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@DependencyEndpoint' can only be applied to a stored 'var' with the type of a function",
          line: 2,
          column: 3,
          fixIts: [FixItSpec(message: "Remove '@DependencyEndpoint'")]
        )
      ],
      fixed: """
        struct APIClient {
          var count: Int
        }
        """
    )
  }

  @Test func `an invalid method name is reported`() {
    expectExpansion(
      """
      struct APIClient {
        @DependencyEndpoint(method: "a b")
        var count: () throws -> Int
      }
      """,
      to: #"""
        struct APIClient {
          var count: () throws -> Int {
          @storageRestrictions(initializes: _count)
          init(initialValue) {
            _count = initialValue
          }
          get {
            _count
          }
          set {
            _count = newValue
          }
          }

          private var _count: () throws -> Int = { 
            IssueReporting.reportIssue("Unimplemented: '\(Self.self).count'")
            throw DependencyInjection.Unimplemented("count")
          }
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'method' must be the name of a method, as in '@DependencyEndpoint(method: \"fetch\")'",
          line: 2,
          column: 31
        )
      ]
    )
  }
}
