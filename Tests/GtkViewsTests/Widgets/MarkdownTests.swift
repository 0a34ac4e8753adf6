import Foundation
import GtkKit
import GtkTestSupport
import Testing

@testable import GtkViews

/// Markdown in the literals of texts.
extension ViewTests {
  /// The parts of a text, each with its styles in brackets.
  private func parts(_ text: Text) -> [String] {
    text.runs.map { run in
      var styles: [String] = []
      if run.attributes["weight"] == "bold" { styles.append("strong") }
      if run.attributes["style"] == "italic" { styles.append("emphasized") }
      if run.attributes["strikethrough"] == "true" { styles.append("struck") }
      if run.attributes["face"] == "monospace" { styles.append("code") }
      if let link = run.link { styles.append(link.absoluteString) }
      return styles.isEmpty ? run.string : "\(run.string) [\(styles.joined(separator: ", "))]"
    }
  }

  @Test(
    arguments: [
      ("*a* b", ["a [emphasized]", " b"]),
      ("_a_", ["a [emphasized]"]),
      ("x **a *b* c**", ["x ", "a  [strong]", "b [strong, emphasized]", " c [strong]"]),
      ("***a***", ["a [strong, emphasized]"]),
      ("**a", ["**a"]),
      ("a * b * c", ["a * b * c"]),
      ("2*3*4", ["2", "3 [emphasized]", "4"]),
      ("snake_case_name", ["snake_case_name"]),
      ("**a*", ["*", "a [emphasized]"]),
      ("*a**b*", ["a**b [emphasized]"]),
      ("~~a~~ ~b~ ~~~c~~~", ["a [struck]", " ", "b [struck]", " ~~~c~~~"]),
      ("`a*b*` ``c`d``", ["a*b* [code]", " ", "c`d [code]"]),
      ("`a", ["`a"]),
      (#"\*a\* \a"#, [#"*a* \a"#]),
      ("[a](https://b.org)", ["a [https://b.org]"]),
      (
        "[*a* b](<c:d> 'title').",
        ["a [emphasized, c:d]", " b [c:d]", "."]
      ),
      ("[a](b(c)d) [e]", ["a [b(c)d]", " [e]"]),
      ("*[a*](b:c)", ["*", "a* [b:c]"]),
      ("[a [b](c:d)](e:f)", ["[a ", "b [c:d]", "](e:f)"]),
      ("<https://a.org> <b> a < b", ["https://a.org [https://a.org]", " <b> a < b"]),
      ("# a\n- b ![c](d:e)", ["# a\n- b !", "c [d:e]"]),
      ("", [""]),
    ]
  )
  func `Markdown in a literal is formatting`(text: String, expected: [String]) {
    #expect(parts(Text(LocalizedStringKey(text))) == expected)
  }

  @Test func `only what is written in a literal is Markdown`() {
    let value = "*a*"
    #expect(parts(Text("**\(value)** \(2) \(value)")) == ["*a* [strong]", " 2 *a*"])
    #expect(parts(Text(value)) == ["*a*"])
    #expect(parts(Text(verbatim: "*a*")) == ["*a*"])
    #expect(parts(Text(value[...])) == ["*a*"])
    #expect(parts(Text(LocalizedStringKey(value))) == ["a [emphasized]"])
    #expect(parts(Text("[Item \(7)](item:\(7))")) == ["Item 7 [item:7]"])
    #expect(
      parts(Text("*a \(Text("b").bold())*")) == ["a  [emphasized]", "b [strong, emphasized]"]
    )
    let missing: Int? = nil
    #expect(
      Text("\(missing, default: "none") \(0.5, specifier: "%.1f")").string.hasPrefix("none 0")
    )
    #expect(Text("plain") == Text(verbatim: "plain"))
  }

  @Test func `the markup of a formatted text escapes everything else`() {
    let text = Text("**<a> & \("</b>")** [x](y:\"&)")
    #expect(
      text.markup(withLinks: true)
        == "<span weight=\"bold\">&lt;a&gt; &amp; &lt;/b&gt;</span><span> </span>"
        + "<a href=\"y:%22&amp;\"><span>x</span></a>"
    )
    // What other widgets take is valid markup for Pango, which knows no links.
    #expect(Markup.isValid(text.pangoMarkup))
    #expect(Markup.text(of: text.pangoMarkup) == "<a> & </b> x")
  }

  @Test func `a link in a text opens with openURL`() throws {
    struct Root: View {
      let settings: Settings

      var body: some View {
        Text("See [the page](https://example.org/\(settings.count)).")
          .environment(\.openURL, OpenURLAction { settings.log.append($0.absoluteString) })
      }
    }
    let settings = Settings()
    try withHost(Root(settings: settings)) { host in
      let label = try #require(host.widget.label("See the page."))
      #expect("https://example.org/3".withCString { emitForResult(label, "activate-link", $0) })
      #expect(settings.log == ["https://example.org/3"])
      settings.count = 4
      MainLoop.pump()
      #expect(
        String(gtk: gtk_label_get_label(label.opaque)).contains("href=\"https://example.org/4\"")
      )
    }
  }
}
