import Testing

@testable import InventoryCore

/// Descriptions in HTML.
@Suite struct HtmlTextTests {
  @Test(
    arguments: [
      ("<p>Good<br>old</p>", "Good\nold"), ("<P>One</P>\n<P>Two</P>", "One\nTwo"),
      ("Salt &amp; pepper", "Salt & pepper"), ("a &lt; b&nbsp;&#8364; &#x41;", "a < b € A"),
      ("&amp;lt;b&amp;gt;", "&lt;b&gt;"), ("<ul><li>One</li><li>Two</li></ul>", "- One\n- Two"),
      ("<b>Bold</b> and <i class=\"x\">thin</i>", "Bold and thin"),
      (
        "See <a href=\"https://example.org/a?b=1&amp;c=2\">it</a>.",
        "See it (https://example.org/a?b=1&c=2)."
      ),
      ("a<br/>b<!-- <p>no</p> -->c", "a\nbc"), ("<p>1 < 2</p>", "1 < 2"),
    ]
  )
  func `HTML becomes the text that people see`(html: String, text: String) {
    #expect(HtmlText.text(of: html) == text)
  }

  @Test(arguments: [
    "", "a < b", "if x<b and c>d", "<serial>", "AT&T", "A&B;C", "R&D <team@example.org>", "<b",
    "1 <2> 3", "&unknown;", "see <b> and <i>", "?a=1&copy=2", "&#0;",
  ])
  func `a text that only looks like it stays`(text: String) {
    #expect(HtmlText.text(of: text) == nil)
  }

  @Test func `notes have the text, and other columns what is written`() throws {
    let file = try ReadFile(
      "Name,Qty,Notes\nBolt &amp; Nut,2,<p>Good<br>old</p>\nNut,4,a &lt; b\nCap,1,1 < 2\n"
    )
    #expect(file.items.map(\.name) == ["Bolt &amp; Nut", "Nut", "Cap"])
    #expect(file.items.map(\.notes) == ["Good\nold", "a < b", "1 < 2"])
    #expect(file.notes.contains("“Notes” has HTML: the notes have its text."))
  }
}
