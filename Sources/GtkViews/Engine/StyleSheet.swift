import GtkKit

/// The style sheet of the views, and CSS classes that are generated for values such as colours.
///
/// GTK's theme provides the colours and most of the controls. This style sheet adds the parts of
/// GNOME's appearance that no theme of GTK has: boxed lists, rows, title sizes. Above these stands
/// the sheet of the ``Look``, unless the program or the user has chosen a theme instead.
enum StyleSheet {
  private static var generated: [String: String] = [:]
  /// The rules of the generated classes, in the order in which they were made.
  private static var rules: [String] = []
  private static var generatedSheet: StyleProvider?
  private static var sheet: StyleProvider?
  /// The tokens whose look is shown; `nil` for that of the theme.
  private(set) static var shownTokens: DesignTokens?

  /// Installs the style sheet for the default display. Later calls, and calls without a display, do
  /// nothing.
  static func install() {
    guard sheet == nil, gdk_display_get_default() != nil else { return }
    shownTokens = DesktopAppearance.current.tokens(for: .current)
    sheet = StyleProvider(css: css(shownTokens), priority: .library)
    DesktopSettings.onThemeChange { update() }
    DesktopSettings.followAppearance()
  }

  /// Shows the look that suits the appearance of the desktop now.
  static func update() {
    guard let sheet else { return }
    let tokens = DesktopAppearance.current.tokens(for: .current)
    guard tokens != shownTokens else { return }
    shownTokens = tokens
    sheet.load(css(tokens))
  }

  /// Returns the whole style sheet.
  ///
  /// - Parameter tokens: What the look is made of; `nil` for that of the theme.
  static func css(_ tokens: DesignTokens?) -> String {
    // What the theme's colours are called in style sheets of programs.
    let colors = """
      @define-color sidebar_bg_color @theme_bg_color;
      @define-color popover_bg_color @theme_base_color;
      @define-color overlay_bg_color rgb(43,43,47);
      @define-color overlay_fg_color rgb(255,255,255);
      @define-color dim_fg_color alpha(@theme_fg_color, 0.55);
      @define-color control_edge_color @borders;
      @define-color focus_ring_color alpha(@theme_selected_bg_color, 0.7);
      @define-color accent_color @theme_selected_bg_color;
      @define-color accent_bg_color @theme_selected_bg_color;
      @define-color accent_fg_color @theme_selected_fg_color;
      @define-color accent_hover_color @theme_selected_bg_color;
      @define-color destructive_bg_color @error_color;
      @define-color destructive_fg_color rgb(255,255,255);
      @define-color destructive_hover_color @error_color;
      /* A colour, not an opacity: what has a colour of its own inside is not dimmed. */
      .dim-label { opacity: 1; color: alpha(currentColor, 0.55); }
      /* Mixed with the text colour, lightened so that it is not black: readable on both. */
      .error { color: mix(@error_color, shade(@theme_fg_color, 1.6), 0.5); }
      .warning { color: @warning_color; }
      .success { color: @success_color; }
      \(Hue.allCases.map(\.themeTextDefinition).joined(separator: "\n"))
      """
    // The look comes last: it wins over rules that are as specific.
    return structure(tokens ?? DesignTokens()) + "\n" + (tokens.map(LookSheet.css) ?? colors)
  }

  /// Returns a CSS class for a list of declarations, such as `color: red;`. The same declarations
  /// always have the same class, which is kept as long as the program runs.
  static func cssClass(_ declarations: String) -> String {
    if let name = generated[declarations] { return name }
    let name = "generated-\(generated.count)"
    generated[declarations] = name
    guard gdk_display_get_default() != nil else { return name }
    // The last one wins over those before.
    rules.append(".\(name) { \(declarations) }")
    let css = rules.joined(separator: "\n")
    if let generatedSheet {
      generatedSheet.load(css)
    } else {
      generatedSheet = StyleProvider(css: css)
    }
    return name
  }

  /// Returns a CSS class that gives a control a colour, where the theme gives it that of the
  /// desktop.
  static func tintClass(_ color: Color) -> String {
    let name = cssClass("/* Tint \(color.css) */")
    guard tinted.insert(name).inserted, gdk_display_get_default() != nil else { return name }
    _ = StyleProvider(
      css: """
        switch.\(name):checked, checkbutton.\(name) > check:checked,
        checkbutton.\(name) > radio:checked, scale.\(name) > trough > highlight,
        .\(name) > progressbar > trough > progress, button.suggested-action.\(name) {
          background-image: none; background-color: \(color.css); border-color: \(color.css);
        }
        button.link.\(name), button.link.\(name) > label { color: \(color.css); }
        """
    )
    return name
  }

  private static var tinted: Set<String> = []

  /// What is the same in all themes. Of the tokens it takes no colours: these are the theme's.
  private static func structure(_ tokens: DesignTokens) -> String {
    // Inside a line of one pixel.
    let inner = tokens.radii.card - 1
    let rowPadding = "\(tokens.spacing.rowPadding)px \(tokens.spacing.medium)px"
    let rowContent = tokens.spacing.rowHeight - 2 * tokens.spacing.rowPadding
    return """
      /* All sizes of texts are relative, so that they follow the user's font size. */
      .large-title { \(tokens.type.largeTitle.css) }
      .title-1 { \(tokens.type.title1.css) }
      .title-2 { \(tokens.type.title2.css) }
      .title-3 { \(tokens.type.title3.css) }
      .heading { \(tokens.type.heading.css) }
      .body { \(tokens.type.body.css) }
      .subheadline { \(tokens.type.subheadline.css) }
      .caption-heading { \(tokens.type.captionHeading.css) }
      .caption { \(tokens.type.caption.css) }
      .caption-2 { \(tokens.type.caption2.css) }
      window.dialog.message label.title { font-size: 1.4em; }
      .numeric { font-feature-settings: "tnum"; }

      .boxed-list {
        background-color: @theme_base_color;
        border: 1px solid @borders;
        border-radius: \(tokens.radii.card)px;
      }
      .boxed-list > row {
        padding: 0;
        border-bottom: 1px solid @borders;
      }
      .boxed-list > row:first-child { border-top-left-radius: \(inner)px; border-top-right-radius: \(inner)px; }
      .boxed-list > row:last-child {
        border-bottom: none; border-bottom-left-radius: \(inner)px; border-bottom-right-radius: \(inner)px;
      }
      .boxed-list > row > .row-content { padding: \(rowPadding); min-height: \(rowContent)px; }
      .boxed-list > row > .row-content.full-bleed { padding: 0; }
      .card {
        background-color: @theme_base_color;
        border: 1px solid @borders;
        border-radius: \(tokens.radii.card)px;
      }
      .canvas:focus-visible, .tappable:focus-visible {
        outline: 2px solid alpha(@theme_selected_bg_color, 0.7); outline-offset: 2px;
      }
      .text-editor { border: 1px solid @borders; border-radius: 6px; }
      .boxed-list .text-editor { border: none; }

      /* A menu beside a button is one with it. */
      .linked > menubutton > button { padding-left: 4px; padding-right: 4px; }
      .linked > menubutton:not(:first-child):dir(ltr) > button,
      .linked > menubutton:not(:last-child):dir(rtl) > button {
        border-top-left-radius: 0; border-bottom-left-radius: 0;
      }
      .linked > menubutton:not(:last-child):dir(ltr) > button,
      .linked > menubutton:not(:first-child):dir(rtl) > button {
        border-top-right-radius: 0; border-bottom-right-radius: 0;
      }
      .row-button {
        padding: 8px 11px; min-height: \(rowContent)px; border-radius: 0; font-weight: normal;
      }
      /* GTK's own color of links is too dark in the dark style. */
      link, button.link, button.link > label {
        color: mix(@theme_selected_bg_color, @theme_text_color, 0.5);
      }
      /* What a link says stands where texts of rows do. */
      .boxed-list .row-content link, .boxed-list .row-content button.link {
        padding-left: 0; padding-right: 0;
      }
      .row-button:not(.error) { color: @theme_text_color; }
      .boxed-list > row:first-child .row-button {
        border-top-left-radius: \(inner)px; border-top-right-radius: \(inner)px;
      }
      .boxed-list > row:last-child .row-button {
        border-bottom-left-radius: \(inner)px; border-bottom-right-radius: \(inner)px;
      }
      .row-entry, .row-entry:focus-within {
        background: none; border: none; box-shadow: none; outline: none; min-height: 30px;
        padding: 0 8px;
      }
      .row-entry:dir(ltr) { margin-right: -8px; }
      .row-entry:dir(rtl) { margin-left: -8px; }
      .boxed-list > row.entry { outline: 0 solid transparent; outline-offset: -2px; }
      .boxed-list > row.entry:focus-within {
        outline: 2px solid alpha(@theme_selected_bg_color, 0.7);
      }
      .validation-message { font-size: 0.88em; padding-bottom: 2px; }
      /* The theme adds margins to all widgets in a header bar, even to those in popovers there. */
      headerbar popover button, headerbar popover entry, headerbar popover spinbutton,
      headerbar popover switch, headerbar popover menubutton,
      headerbar popover separator { margin-top: 0; margin-bottom: 0; }
      .menu-button { padding: 3px 12px; min-height: 24px; font-weight: normal; border-radius: 6px; }
      .menu-item > button {
        padding: 3px 12px; min-height: 24px; font-weight: normal; border-radius: 6px;
        background: none; border: 1px solid transparent; box-shadow: none;
      }
      .menu-item > button:hover { background: alpha(currentColor, 0.1); }
      .menu-heading { padding: 6px 12px 2px; font-size: 0.88em; opacity: 0.7; }
      .menu-section > separator { margin: 6px 0; }
      .shortcut-text { margin: 0 0 0 24px; }
      .menu-picker { padding: 0 12px; }
      .menu-picker > label { padding: 4px 0; }
      .menu-picker checkbutton { padding: 0; min-height: 32px; }
      /* Options have their mark in front; the texts of all menu items start after it. */
      .menu-picker checkbutton > radio { margin: 0; padding: 0; min-width: 16px; min-height: 16px; }
      .menu-picker checkbutton { border-spacing: 6px; }
      .with-marks .menu-button:dir(ltr), .with-marks .menu-item > button:dir(ltr),
      .with-marks .menu-heading:dir(ltr) { padding-left: 35px; }
      .with-marks .menu-button:dir(rtl), .with-marks .menu-item > button:dir(rtl),
      .with-marks .menu-heading:dir(rtl) { padding-right: 35px; }
      window.dialog.message:not(.csd) .dialog-action-area { margin: 0 12px 12px; border-spacing: 12px; }
      .menu-toggle {
        padding: 3px 12px; min-height: 24px; border-radius: 6px; border-spacing: 6px;
      }
      .menu-toggle > check { margin: 0; padding: 0; min-width: 16px; min-height: 16px; }
      .menu-toggle:hover, .menu-toggle:focus-visible { background: alpha(currentColor, 0.1); }
      .boxed-list > row expander-widget > box > title { min-height: \(rowContent)px; }
      spinbutton.without-number > text { min-width: 0; padding: 0; margin: 0; font-size: 0; }
      .plain-button, .plain-button:hover, .plain-button:active {
        background: none; padding: 0; min-height: 0; min-width: 0; font-weight: inherit;
      }
      button.pill { border-radius: 9999px; padding: 10px 32px; }
      button.link { color: @theme_selected_bg_color; }
      /* What has a colour of its own loses it while it cannot be pressed. */
      button.row-button:disabled, button.link:disabled, button.link:disabled > label,
      button.error:disabled {
        color: @insensitive_fg_color;
      }

      .view-list { background: none; }
      .view-list > row { padding: 0; }
      .view-list > row > .row-content { padding: \(rowPadding); min-height: \(rowContent)px; }
      .view-list > row.section-header > .row-content { padding: 18px 12px 6px; min-height: 0; }
      .view-list > row.section-footer > .row-content { padding: 6px 12px 12px; min-height: 0; }
      .view-table > row > .row-content { padding: 0; min-height: 0; }
      .table-cell { padding: 4px 12px; min-height: 28px; }
      .table-header { border-bottom: 1px solid @borders; }
      .table-header-cell > button {
        padding: 2px 12px; min-height: 28px; border: none; border-radius: 0; font-weight: bold;
        color: alpha(currentColor, 0.7);
      }
      .table-header-cell > button:not(.sortable):hover { background: none; }
      .table-header-cell > button:focus-visible { outline-offset: -3px; }
      .table-header-cell.drop-before:dir(ltr), .table-header-cell.drop-behind:dir(rtl) {
        box-shadow: inset 2px 0 @theme_selected_bg_color;
      }
      .table-header-cell.drop-behind:dir(ltr), .table-header-cell.drop-before:dir(rtl) {
        box-shadow: inset -2px 0 @theme_selected_bg_color;
      }
      .table-handle { min-width: 0; background-color: transparent; }
      .table-handle:dir(ltr) { background-image: linear-gradient(to left, @borders 1px, transparent 1px); }
      .table-handle:dir(rtl) { background-image: linear-gradient(to right, @borders 1px, transparent 1px); }

      .view-list > row.drop-before { box-shadow: inset 0 2px @theme_selected_bg_color; }
      .view-list > row.drop-behind { box-shadow: inset 0 -2px @theme_selected_bg_color; }

      button.control-mini, menubutton.control-mini > button, dropdown.control-mini > button {
        min-height: 14px; min-width: 14px; padding: 0 5px; font-size: 0.8em;
      }
      entry.control-mini, spinbutton.control-mini { min-height: 20px; font-size: 0.8em; }
      button.control-small, menubutton.control-small > button, dropdown.control-small > button {
        min-height: 18px; min-width: 18px; padding: 1px 7px; font-size: 0.88em;
      }
      entry.control-small, spinbutton.control-small { min-height: 24px; font-size: 0.88em; }
      button.control-large, menubutton.control-large > button, dropdown.control-large > button {
        min-height: 32px; min-width: 32px; padding: 6px 16px; font-size: 1em;
      }
      entry.control-large, spinbutton.control-large { min-height: 38px; font-size: 1em; }
      button.control-extra-large, menubutton.control-extra-large > button, dropdown.control-extra-large > button {
        min-height: 40px; min-width: 40px; padding: 8px 24px; font-size: 1.15em;
      }
      entry.control-extra-large, spinbutton.control-extra-large { min-height: 46px; font-size: 1.15em; }

      .toast {
        margin: 12px 12px 18px; padding: 6px 6px 6px 18px; border-radius: 24px; min-height: 34px;
        background-color: alpha(black, 0.8);
      }
      .toast:dir(rtl) { padding: 6px 18px 6px 6px; }

      /* Columns slide over one another, so they have a background. */
      .split-column { background-color: @theme_bg_color; }
      .split-column.above { box-shadow: 0 0 14px alpha(black, 0.35); }
      .split-shade { background-color: alpha(black, 0.2); }
      .split-handle { min-width: 0; background-color: transparent; }
      .split-handle:dir(ltr) { background-image: linear-gradient(to right, @borders 1px, transparent 1px); }
      .split-handle:dir(rtl) { background-image: linear-gradient(to left, @borders 1px, transparent 1px); }
      .split-handle:focus-visible { background-color: alpha(@theme_selected_bg_color, 0.7); }

      .tab-bar { padding: 6px; border-top: 1px solid @borders; }
      .tab-button { font-weight: bold; min-height: 24px; }
      .tab-button:checked {
        background: alpha(currentColor, 0.12); border-color: transparent; box-shadow: none;
      }
      .tab-strip { border-bottom: 1px solid @borders; padding: 3px 6px; }
      .tab-cell { border-radius: 6px; }
      .tab-cell:hover { background-color: alpha(currentColor, 0.06); }
      .tab-cell:checked { background-color: alpha(currentColor, 0.12); }
      .tab-cell > .tab-button, .tab-cell > .tab-button:checked {
        background: none; box-shadow: none; border-color: transparent; min-width: 80px;
      }
      .tab-cell > .tab-close { min-width: 20px; min-height: 20px; padding: 0; margin: 0 4px; }
      .tab-cell.drop-before:dir(ltr), .tab-cell.drop-behind:dir(rtl) {
        box-shadow: inset 2px 0 @theme_selected_bg_color;
      }
      .tab-cell.drop-behind:dir(ltr), .tab-cell.drop-before:dir(rtl) {
        box-shadow: inset -2px 0 @theme_selected_bg_color;
      }
      .tab-badge {
        min-width: 0.6em; padding: 0 6px; border-radius: 9999px; font-size: 0.82em;
        font-weight: bold; background-color: alpha(currentColor, 0.15);
      }

      .empty-state .empty-icon { opacity: 0.55; }
      .navigation-subtitle { font-size: 0.88em; opacity: 0.55; }
      """
  }
}
