import Foundation
import GtkKit

/// A text, for reading.
///
/// It wraps if there is not enough space (see ``View/lineLimit(_:)``). Parts with different styles
/// can be concatenated: `Text("Delete ") + Text(name).bold()`.
public struct Text: PrimitiveView, Equatable {
  /// A part of a text with a single style.
  public struct Run: Equatable {
    /// The characters of the part.
    public var string: String
    /// The attributes of Pango's `<span>` element, such as `weight="bold"`.
    var attributes: [String: String] = [:]
    /// The colour; `nil` for that of the text around.
    var color: Color?
    /// Where the part leads.
    var link: URL?
    /// The date that the part shows; `string` is then its text when the view was made.
    var date: DateText?

    /// Returns whether the part can be one with another.
    fileprivate func looks(like other: Run) -> Bool {
      attributes == other.attributes && color == other.color && link == other.link && date == nil
        && other.date == nil
    }
  }

  private enum Content: Equatable {
    /// A single part without a style, as in most texts.
    case plain(String)
    case styled([Run])
  }

  private var content: Content

  /// A text that is written as a literal, in which Markdown is formatting: `Text("**Bold** and a
  /// [link](https://example.org)")`.
  ///
  /// `*emphasis*`, `**strong emphasis**`, `` `code` ``, `~~struck out~~`, `[links](address)` and
  /// `<addresses>` are formatted; a backslash takes the meaning of a mark away. Links open with
  /// `openURL` of the environment. Values in the literal are shown as they are, and so are strings
  /// that are not literals: for these, there are ``init(_:)-(StringProtocol)`` and
  /// ``init(verbatim:)``.
  ///
  /// - Parameter key: The text.
  public init(_ key: LocalizedStringKey) {
    if let parts = InlineMarkdown.texts(of: key) {
      var runs: [Run] = []
      for run in parts.flatMap({ $0.text.styled($0.style).runs }) where !run.string.isEmpty {
        if let last = runs.indices.last, runs[last].looks(like: run) {
          runs[last].string += run.string
        } else {
          runs.append(run)
        }
      }
      // A text without formatting, such as one with an asterisk, is a plain one.
      let isPlain = runs.count == 1 && runs[0] == Run(string: runs[0].string)
      content = isPlain ? .plain(runs[0].string) : .styled(runs)
    } else {
      let strings = key.pieces.map { piece in
        switch piece {
        case .literal(let string), .value(let string): string
        // Texts have parts.
        case .text(let text): text.string
        }
      }
      content = .plain(strings.count == 1 ? strings[0] : strings.joined())
    }
  }

  /// - Parameter content: The text, shown as it is.
  @_disfavoredOverload
  public init(_ content: some StringProtocol) {
    self.content = .plain(String(content))
  }

  /// - Parameter content: The text, shown as it is.
  public init(verbatim content: String) {
    self.content = .plain(content)
  }

  /// - Parameters:
  ///   - input: A value.
  ///   - format: Formats the value.
  public init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
  where Format.FormatOutput == String {
    self.init(format.format(input))
  }

  /// A text with the links of a string. Foundation has no attributes of style on this platform.
  @_disfavoredOverload
  public init(_ content: AttributedString) {
    let parts = content.runs.map { run in
      Text(verbatim: String(content.characters[run.range]))
        .styled(InlineMarkdown.Style(link: run.link))
    }
    self.init(runs: parts.flatMap { $0.runs })
  }

  init(date: DateText) {
    let string = date.string(at: Date(), in: EnvironmentValues())
    content = .styled([Run(string: string, date: date)])
  }

  /// The dates in the text.
  var dates: [DateText] {
    switch content {
    case .plain: []
    case .styled(let runs): runs.compactMap(\.date)
    }
  }

  /// Returns the text at a moment, in the formats of an environment.
  func resolved(at now: Date, in environment: EnvironmentValues) -> Text {
    var runs = runs
    for index in runs.indices {
      guard let date = runs[index].date else { continue }
      runs[index].string = date.string(at: now, in: environment)
      runs[index].date = nil
    }
    return Text(runs: runs)
  }

  /// Returns the text with the colours of its parts as attributes.
  ///
  /// - Parameter css: Returns a colour as Pango has it.
  func colored(_ css: (Color) -> (color: String, alpha: String)?) -> Text {
    var runs = runs
    for index in runs.indices {
      guard let color = runs[index].color, let css = css(color) else { continue }
      runs[index].attributes["foreground"] = css.color
      runs[index].attributes["fgalpha"] = css.alpha
    }
    return Text(runs: runs)
  }

  var hasColors: Bool {
    switch content {
    case .plain: false
    case .styled(let runs): runs.contains { $0.color != nil }
    }
  }

  private init(runs: [Run]) {
    content = .styled(runs)
  }

  /// The parts, in order.
  public var runs: [Run] {
    switch content {
    case .plain(let string): [Run(string: string)]
    case .styled(let runs): runs
    }
  }

  public static func + (first: Text, second: Text) -> Text {
    Text(runs: first.runs + second.runs)
  }

  /// Sets an attribute of Pango's `<span>` element in all parts that do not have it.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute, such as `rise`.
  ///   - value: The value; `nil` leaves the text unchanged.
  public func attribute(_ name: String, _ value: String?) -> Text {
    guard let value else { return self }
    var runs = runs
    for index in runs.indices where runs[index].attributes[name] == nil {
      runs[index].attributes[name] = value
    }
    return Text(runs: runs)
  }

  private func styled(_ style: InlineMarkdown.Style) -> Text {
    let text = bold(style.isStrong).italic(style.isEmphasized).strikethrough(style.isStruck)
      .monospaced(style.isCode)
    guard let link = style.link else { return text }
    var runs = text.runs
    for index in runs.indices { runs[index].link = link }
    return Text(runs: runs)
  }

  /// Sets the colour of all parts that have none, for a part of a text:
  /// `Text("Due ") + Text(date).foregroundStyle(.red)`.
  @_disfavoredOverload
  public func foregroundStyle(_ color: Color) -> Text {
    var runs = runs
    for index in runs.indices where runs[index].color == nil { runs[index].color = color }
    return Text(runs: runs)
  }

  public func bold(_ isActive: Bool = true) -> Text {
    attribute("weight", isActive ? "bold" : nil)
  }
  public func italic(_ isActive: Bool = true) -> Text {
    attribute("style", isActive ? "italic" : nil)
  }
  public func underline(_ isActive: Bool = true) -> Text {
    attribute("underline", isActive ? "single" : nil)
  }
  public func strikethrough(_ isActive: Bool = true) -> Text {
    attribute("strikethrough", isActive ? "true" : nil)
  }
  public func monospaced(_ isActive: Bool = true) -> Text {
    attribute("face", isActive ? "monospace" : nil)
  }

  /// Sets the space between the letters, in pixels beside the usual one.
  public func kerning(_ kerning: Double) -> Text {
    attribute("letter_spacing", Self.pangoLength(kerning))
  }
  /// Sets the space between the letters, in pixels beside the usual one.
  public func tracking(_ tracking: Double) -> Text { kerning(tracking) }
  /// Raises the text above its line, in pixels.
  public func baselineOffset(_ offset: Double) -> Text {
    attribute("rise", Self.pangoLength(offset))
  }

  /// A length in pixels as Pango has it: 1,024ths of a point.
  private static func pangoLength(_ pixels: Double) -> String? {
    guard pixels.isFinite else { return nil }
    return String(Int((min(max(pixels, -10_000), 10_000) * 768).rounded()))
  }

  /// The text without styles.
  public var string: String {
    switch content {
    case .plain(let string): string
    case .styled(let runs): runs.map(\.string).joined()
    }
  }

  /// Whether the text is so short that it need not wrap.
  var isShort: Bool {
    let bytes = string.utf8
    return bytes.count <= 20 && !bytes.contains(UInt8(ascii: "\n"))
  }

  /// The text as Pango markup; `nil` if it has no styles.
  public var markup: String? { markup(withLinks: false) }

  /// The text as Pango markup; `nil` if it has no styles.
  ///
  /// - Parameter withLinks: Whether links are elements `<a>`, which only labels know.
  func markup(withLinks: Bool) -> String? {
    guard case .styled(let runs) = content,
      runs.contains(where: { !$0.attributes.isEmpty || withLinks && $0.link != nil })
    else { return nil }
    return runs.map { run in
      let attributes = run.attributes.sorted { $0.key < $1.key }
        .map { " \($0.key)=\"\(Markup.escape($0.value))\"" }.joined()
      let span = "<span\(attributes)>\(Markup.escape(run.string))</span>"
      guard withLinks, let link = run.link else { return span }
      return "<a href=\"\(Markup.escape(link.absoluteString))\">\(span)</a>"
    }.joined()
  }

  var hasLinks: Bool {
    switch content {
    case .plain: false
    case .styled(let runs): runs.contains { $0.link != nil }
    }
  }

  /// The text as Pango markup, with or without styles.
  public var pangoMarkup: String { markup ?? Markup.escape(string) }

  public func makeNode(_ context: NodeContext) -> ViewNode<Text> { TextNode(self, context) }
}

/// A node that provides its content as a plain string, for containers that take strings.
protocol TextProviding: Node {
  var plainText: String { get }
}

private final class TextNode: WidgetNode<Text>, TextProviding {
  /// The layout of the label. The initial value is the layout of a new GtkLabel, apart from the
  /// alignment.
  private var layout = TextLayout()
  /// Waits for the next change of a date in the text.
  private var nextChange: Task<Void, Never>?
  /// Whether the node knows when the label comes onto the screen. Only texts with a date need it.
  private var watchesScreen = false
  /// Whether the node opens the links of the label. Only texts with a link need it.
  private var handlesLinks = false

  init(_ view: Text, _ context: NodeContext) {
    super.init(view, context, widget: gtk_label_new(nil))
    gtk_label_set_xalign(label, layout.alignment.fraction)
    applyLayout()
    showText()
  }

  deinit {}

  private var label: OpaquePointer { widget.opaque }

  var plainText: String { view.string }

  override func update(_ view: Text) {
    guard view != self.view else { return }
    super.update(view)
    showText()
    // A picker shows the text rather than the label.
    if environment.placement == .options { widgetsDidChange() }
  }

  private func showText() {
    var view = self.view.dates.isEmpty ? self.view : resolvedView()
    if view.hasLinks { handleLinks() }
    if view.hasColors { view = coloredView(view) }
    if let markup = view.markup(withLinks: true) {
      gtk_label_set_markup(label, markup)
    } else {
      // Passes the string's own buffer; a String argument would be copied first.
      view.string.labelText.withCString { gtk_label_set_text(label, $0) }
    }
    applyWrap()
  }

  /// The text in the colours of the theme. It is shown anew when the theme changes.
  private func coloredView(_ view: Text) -> Text {
    _ = tracked { environment.colorScheme }
    let colors = ThemeColors(of: widget)
    return view.colored { color in
      guard let shown = colors.color(css: color.textColor) else { return nil }
      let hex = [shown.red, shown.green, shown.blue].map { component in
        let byte = String(Int((min(max(component, 0), 1) * 255).rounded()), radix: 16)
        return byte.count == 1 ? "0" + byte : byte
      }
      // Pango takes no opacity of 0.
      let alpha = Int((min(max(shown.opacity, 0), 1) * 65_535).rounded())
      return ("#" + hex.joined(), String(max(alpha, 1)))
    }
  }

  override func reevaluate() {
    showText()
  }

  private func handleLinks() {
    guard !handlesLinks else { return }
    handlesLinks = true
    signals.connect(widget, "activate-link", .pointerReturnsBool) { [unowned self] address in
      let address = String(gtk: address?.assumingMemoryBound(to: CChar.self))
      if !ignoresInput, let url = URL(string: address) { environment.openURL(url) }
      return true
    }
  }

  /// The text at present. While the label is on the screen, it is shown anew when it changes.
  private func resolvedView() -> Text {
    let now = Date()
    if !watchesScreen {
      watchesScreen = true
      signals.connect(widget, "map") { [unowned self] in showText() }
      signals.connect(widget, "unmap") { [unowned self] in stopUpdates() }
    }
    stopUpdates()
    let delay = view.dates.compactMap { $0.timeUntilChange(at: now) }.min()
    if let delay, gtk_widget_get_mapped(widget) != 0 {
      nextChange = Task { [weak self] in
        try? await Task.sleep(for: delay)
        guard let self, !Task.isCancelled, !isDestroyed else { return }
        showText()
      }
    }
    return view.resolved(at: now, in: environment)
  }

  private func stopUpdates() {
    nextChange?.cancel()
    nextChange = nil
  }

  override func freeze() {
    stopUpdates()
    super.freeze()
  }

  override func destroy() {
    guard !isDestroyed else { return }
    stopUpdates()
    super.destroy()
  }

  /// Lets the label wrap unless it is short: measuring a label that wraps takes GTK several times
  /// as long.
  private func applyWrap() {
    let mayWrap = layout.lines.maximum != 1 && !view.isShort
    guard gtk_label_get_wrap(label) != gbool(mayWrap) else { return }
    gtk_label_set_wrap(label, gbool(mayWrap))
    gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
    applyAttributes(mayWrap: mayWrap)
    // A column of single letters is unreadable. Without a minimum width, GTK 4.8 makes the label
    // narrower than some letters, and warns.
    gtk_label_set_width_chars(label, mayWrap ? 5 : -1)
    // The natural width is that of the text in a single line.
    gtk_label_set_natural_wrap_mode(label, GTK_NATURAL_WRAP_NONE)
  }

  private func applyAttributes(mayWrap: Bool) {
    guard mayWrap, layout.spacing > 0 else {
      gtk_label_set_attributes(label, mayWrap ? wordsWithoutHyphens : nil)
      return
    }
    let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(widget), nil, nil)
    let height = pango_font_metrics_get_height(metrics)
    pango_font_metrics_unref(metrics)
    let attributes = pango_attr_list_copy(wordsWithoutHyphens)!
    let spacing = Int32(layout.spacing * Double(PANGO_SCALE))
    pango_attr_list_insert(attributes, pango_attr_line_height_new_absolute(height + spacing))
    gtk_label_set_attributes(label, attributes)
    pango_attr_list_unref(attributes)
  }

  override func environmentDidChange() {
    super.environmentDidChange()
    applyLayout()
    if view.dates.isEmpty { applyWrap() } else { showText() }
  }

  private func applyLayout() {
    let new = environment.textLayout
    guard new != layout else { return }
    if new.lines.minimum != layout.lines.minimum {
      LabelLayout.setMinimumLines(new.lines.minimum, of: widget)
    }
    let isSpacingChanged = new.spacing != layout.spacing
    layout = new
    if isSpacingChanged {
      applyAttributes(mayWrap: gtk_label_get_wrap(label) != 0)
    }
    let lines = new.lines
    gtk_label_set_lines(label, Int32(clamping: lines.maximum ?? -1))
    gtk_label_set_ellipsize(
      label,
      lines.maximum == nil ? PANGO_ELLIPSIZE_NONE : new.truncation.mode
    )
    if new.isSelectable { keepFocusFromSelecting() }
    gtk_label_set_selectable(label, gbool(new.isSelectable))
    gtk_label_set_justify(label, new.alignment.justification)
    gtk_label_set_xalign(label, new.alignment.fraction)
  }
}

/// Allows breaking words without hyphens, which would be wrong in names and addresses.
private let wordsWithoutHyphens: OpaquePointer = {
  let attributes = pango_attr_list_new()!
  pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
  return attributes
}()

/// Keeps a selectable label from selecting all its text when it gets the focus, as the first one of
/// a shown page does. GTK has this setting only for all labels together. Ctrl+A still selects all
/// text.
private func keepFocusFromSelecting() {
  let property = "gtk-label-select-on-focus"
  guard let settings = gtk_settings_get_default(), settings.bool(property) else { return }
  settings.set(property, false)
}
