import Foundation
import TestSupport
import Testing

@testable import GtkKit

/// Hostile texts: none of them is taken for markup where a dialog shows it.
///
/// `INVENTORY_FUZZ_RUNS` says how many, and `INVENTORY_FUZZ_SEED` which; `make fuzz RUNS=100000`.
@Suite struct MarkupFuzzTests {
  private static let pieces = [
    "<b>", "</b>", "<span foreground=\"red\">", "</span>", "<", ">", "&", "&amp;", "&lt;b&gt;",
    "&#60;", "&#x3c;", "&#0;", "&quot;", "\"", "'", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>",
    "\u{1}", "\u{7F}", "\u{85}", "\u{202E}", "\u{FEFF}", "\u{FFFE}", "\u{10FFFF}", "e\u{301}",
    "\u{301}", "\u{600}", "\u{200D}", "😀", " ", "\n", "\r\n", "\t", "Saw",
    String(repeating: "x", count: 70),
  ]

  @Test func `no text is taken for markup`() {
    let environment = ProcessInfo.processInfo.environment
    let runs = environment["INVENTORY_FUZZ_RUNS"].flatMap(Int.init) ?? 2_000
    let seed = environment["INVENTORY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    for run in 0..<UInt64(max(runs, 1)) {
      var random = FuzzRandom(seed: seed &+ run)
      let text = (0..<random.below(40)).map { _ in random.element(of: Self.pieces) }.joined()
      let markup = Markup.escape(text)
      // Markup has one kind of line break.
      let shownText = text.replacing("\r\n", with: "\n")
      #expect(Markup.text(of: markup) == shownText, "INVENTORY_FUZZ_SEED=\(seed &+ run)")
      let message = Markup.ofMessage(markup)
      let shown = Markup.text(of: message).replacing("\u{200B}", with: "")
      let isLong = shownText.count > 1_000
      let expected = isLong ? "\(shownText.prefix(1_000))…" : shownText
      #expect(Markup.isValid(message), "INVENTORY_FUZZ_SEED=\(seed &+ run)")
      #expect(shown == expected, "INVENTORY_FUZZ_SEED=\(seed &+ run)")
    }
  }
}
