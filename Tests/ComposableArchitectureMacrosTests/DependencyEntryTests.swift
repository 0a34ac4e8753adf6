import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@DependencyEntry` generates and reports.
@Suite struct DependencyEntryTests {
  @Test func `the property stands for a key with its live value`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry public var apiClient: APIClient = .live
      }
      """,
      to: """
        extension DependencyValues {
          public var apiClient: APIClient {
            get {
              self[__Key_apiClient.self]
            }
            set {
              self[__Key_apiClient.self] = newValue
            }
          }

          private enum __Key_apiClient: DependencyInjection.DependencyKey {
            static var liveValue: APIClient {
              .live
            }
          }
        }
        """
    )
  }

  @Test func `a value for tests can be given`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry(testValue: APIClient()) var apiClient: APIClient = .live
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
              .live
            }
            static var testValue: APIClient {
              APIClient()
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

  @Test func `a property without a type is reported`() {
    expectExpansion(
      """
      extension DependencyValues {
        @DependencyEntry var apiClient = APIClient()
      }
      """,
      to: """
        extension DependencyValues {
          var apiClient = APIClient()
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@DependencyEntry' requires a single 'var' with a type and a live value, as in 'var apiClient: APIClient = .live'",
          line: 2,
          column: 3
        )
      ]
    )
  }
}
