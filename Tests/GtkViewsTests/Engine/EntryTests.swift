import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

extension EnvironmentValues {
  @Entry fileprivate var accent = "blue"
  @Entry fileprivate var columns: Int?
  @Entry fileprivate var rows: Int? = 3
  @Entry fileprivate var finish: () -> String = { "nothing" }
}

#Preview("A text") {
  Text("Preview")
}

#Preview {
  Text("One")
  Text("Two")
}

extension ViewTests {
  @Test func `an optional entry has its default until it is set, also to nil`() {
    var environment = EnvironmentValues()
    #expect(environment.rows == 3)
    environment.rows = nil
    #expect(environment.rows == nil)
    environment.rows = 4
    #expect(environment.rows == 4)
  }

  @Test func `an entry is a value of the environment`() {
    struct Shown: View {
      @Environment(\.accent) private var accent
      @Environment(\.columns) private var columns
      @Environment(\.finish) private var finish

      var body: some View {
        Text("\(accent), \(columns.map { "\($0)" } ?? "none"), \(finish())")
      }
    }
    struct Root: View {
      var body: some View {
        VStack {
          Shown()
          Shown().environment(\.accent, "red").environment(\.columns, 2)
            .environment(\.finish) { "all" }
        }
      }
    }
    withHost(Root()) { host in
      #expect(host.widget.texts == ["blue, none, nothing", "red, 2, all"])
    }
  }
}
