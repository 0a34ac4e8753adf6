import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What `@ViewAction(for:)` generates and reports.
@Suite struct ViewActionTests {
  @Test func `the conformance of the view is declared`() {
    expectExpansion(
      """
      @ViewAction(for: Feature.self)
      struct FeatureView: View {
        @Bindable var store: StoreOf<Feature>
        var body: some View {
          Button("Tap") { send(.tapped) }
        }
      }
      """,
      to: """
        struct FeatureView: View {
          @Bindable var store: StoreOf<Feature>
          var body: some View {
            Button("Tap") { send(.tapped) }
          }
        }

        extension FeatureView: ComposableArchitecture.ViewActionSending {}
        """
    )
  }

  @Test func `a view without a store is reported`() {
    expectExpansion(
      """
      @ViewAction(for: Feature.self)
      struct FeatureView: View {
        var body: some View {
          Text("")
        }
      }
      """,
      to: """
        struct FeatureView: View {
          var body: some View {
            Text("")
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@ViewAction' requires 'FeatureView' to have a property 'store' of type 'Store'",
          line: 1,
          column: 1,
          fixIts: [FixItSpec(message: "Add 'store'")]
        )
      ],
      fixed: """
        @ViewAction(for: Feature.self)
        struct FeatureView: View {
          let store: StoreOf<Feature>
          var body: some View {
            Text("")
          }
        }
        """
    )
  }

  @Test func `sending to the store directly is reported`() {
    expectExpansion(
      """
      @ViewAction(for: Feature.self)
      struct FeatureView: View {
        let store: StoreOf<Feature>
        var body: some View {
          Button("Tap") { store.send(.view(.tapped)) }
          Button("Tap") { self.store.send(.other) }
        }
      }
      """,
      to: """
        struct FeatureView: View {
          let store: StoreOf<Feature>
          var body: some View {
            Button("Tap") { store.send(.view(.tapped)) }
            Button("Tap") { self.store.send(.other) }
          }
        }

        extension FeatureView: ComposableArchitecture.ViewActionSending {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'store.send' sends actions that are not view actions; call 'send' instead",
          line: 5,
          column: 21,
          severity: .warning,
          fixIts: [FixItSpec(message: "Call 'send' with a view action")]
        ),
        DiagnosticSpec(
          message: "'store.send' sends actions that are not view actions; call 'send' instead",
          line: 6,
          column: 21,
          severity: .warning
        ),
      ],
      fixed: """
        @ViewAction(for: Feature.self)
        struct FeatureView: View {
          let store: StoreOf<Feature>
          var body: some View {
            Button("Tap") { send(.tapped) }
            Button("Tap") { self.store.send(.other) }
          }
        }
        """
    )
  }
}
