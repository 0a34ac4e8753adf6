import ComposableGtk
import GtkKit

// The code of the article "The look of a program", as it stands there but for `@main`. It is
// enclosed, because other articles have programs with these names.

@MainActor enum LookArticle {
  struct LighthouseApp: App {
    static let id = "org.example.Lighthouse"

    init() { Look.current = .system }

    var body: some Scene {
      WindowGroup("Lighthouse") { LighthouseWindow() }
    }
  }

  struct LighthouseWindow: View {
    var body: some View { Text("Lighthouse") }
  }

  static func load() {
    let styles = StyleProvider(
      css: """
        @define-color accent_bg_color rgb(129,61,156);
        @define-color accent_fg_color white;
        .depth { color: @accent_color; background-color: alpha(currentColor, 0.1); }
        """
    )
    _ = styles
  }
}
