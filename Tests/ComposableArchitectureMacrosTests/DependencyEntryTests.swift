import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@DependencyEntry` generates and reports.
@Suite struct DependencyEntryTests {
  @Test func `the property has a key with the value for tests`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var apiClient: APIClient = .mock
      }
      """,
      to: """
        extension DependencyValues {
          var apiClient: APIClient {
          get {
            self[__Key_apiClient.self]
          }
          set {
            self[__Key_apiClient.self] = newValue
          }
          }

          private enum __Key_apiClient: DependencyInjection.TestDependencyKey {
            static var testValue: APIClient {
              .mock
            }
          }
        }
        """
    )
  }

  @Test func `a public property has a public key with a name that is derived`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry public var apiClient: APIClient = .mock
      }
      """,
      to: """
        extension DependencyValues {
          public var apiClient: APIClient {
          get {
            self[ApiClientKey.self]
          }
          set {
            self[ApiClientKey.self] = newValue
          }
          }

          public enum ApiClientKey: DependencyInjection.TestDependencyKey {
            public static var testValue: APIClient {
              .mock
            }
          }
        }
        """
    )
  }

  @Test func `a key can have only a value for applications`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: APIClient.live) var apiClient: APIClient
      }
      """,
      to: """
        extension DependencyValues {
          var apiClient: APIClient {
          get {
            self[__Key_apiClient.self]
          }
          set {
            self[__Key_apiClient.self] = newValue
          }
          }

          private enum __Key_apiClient: DependencyInjection.DependencyKey {
            static var liveValue: APIClient {
              APIClient.live
            }
          }
        }
        """
    )
  }

  @Test func `the key can have values for applications and previews`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: APIClient.live, previewValue: APIClient())
        var apiClient: APIClient = .mock
      }
      """,
      to: """
        extension DependencyValues {
          var apiClient: APIClient {
          get {
            self[__Key_apiClient.self]
          }
          set {
            self[__Key_apiClient.self] = newValue
          }
          }

          private enum __Key_apiClient: DependencyInjection.DependencyKey {
            static var testValue: APIClient {
              .mock
            }
            static var liveValue: APIClient {
              APIClient.live
            }
            static var previewValue: APIClient {
              APIClient()
            }
          }
        }
        """
    )
  }

  @Test func `a key with a name has the access level of the property`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry("ClientKey") public var apiClient: APIClient = .mock
      }
      public extension DependencyValues {
        @DependencyEntry("NumberKey") var number: Int = 1
      }
      """,
      to: """
        extension DependencyValues {
          public var apiClient: APIClient {
          get {
            self[ClientKey.self]
          }
          set {
            self[ClientKey.self] = newValue
          }
          }

          public enum ClientKey: DependencyInjection.TestDependencyKey {
            public static var testValue: APIClient {
              .mock
            }
          }
        }
        public extension DependencyValues {
          var number: Int {
          get {
            self[NumberKey.self]
          }
          set {
            self[NumberKey.self] = newValue
          }
          }

          public enum NumberKey: DependencyInjection.TestDependencyKey {
            public static var testValue: Int {
              1
            }
          }
        }
        """
    )
  }

  @Test func `the type of the value may be left out`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: APIClient.live) var apiClient = APIClient()
      }
      """,
      to: """
        extension DependencyValues {
          var apiClient {
          get {
            self[__Key_apiClient.self]
          }
          set {
            self[__Key_apiClient.self] = newValue
          }
          }

          private enum __Key_apiClient: DependencyInjection._InferredTestValue, DependencyInjection._InferredLiveValue {
            static let _testValue = { @Sendable in
              APIClient()
            }
            static let _liveValue = { @Sendable in
              APIClient.live
            }
          }
        }
        """
    )
  }

  @Test func `without a value the type is the key`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var apiClient: APIClient
      }
      """,
      to: """
        extension DependencyValues {
          var apiClient: APIClient {
          get {
            self[APIClient.self]
          }
          set {
            self[APIClient.self] = newValue
          }
          }
        }
        """
    )
  }

  @Test func `other types than DependencyValues are reported`() {
    expectExpansion(
      """
      struct Values {
        @DependencyEntry var apiClient: APIClient = .live
      }
      """,
      to: """
        struct Values {
          var apiClient: APIClient {
          get {
            self[__Key_apiClient.self]
          }
          set {
            self[__Key_apiClient.self] = newValue
          }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEntry' can only be used in an extension of 'DependencyValues'",
          line: 2,
          column: 3
        )
      ]
    )
  }

  @Test func `a property without a type and a value is reported`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var apiClient
      }
      """,
      to: """
        extension DependencyValues {
          var apiClient
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@DependencyEntry' requires a single 'var' with a value for tests, as in 'var apiClient: APIClient = .mock'",
          line: 2,
          column: 3
        )
      ]
    )
  }
}
