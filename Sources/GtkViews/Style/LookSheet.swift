/// Makes the style sheet of the look of design tokens. It stands above GTK's own theme, and names
/// only nodes that GTK has had since 4.8.
nonisolated enum LookSheet {
  /// Returns the style sheet in GTK's CSS, with its colours.
  static func css(_ tokens: DesignTokens) -> String {
    [
      colors(tokens.colors), windows(tokens), headerBars(tokens), buttons(tokens), entries(tokens),
      switches(tokens), sliders(tokens), rows(tokens), popovers(tokens), columns(tokens),
      calendars(tokens), focus(tokens), tokens.hasHighContrast ? highContrast : "",
    ].joined(separator: "\n")
  }

  /// The colours by name, for this sheet and for those of programs. The names that GTK's theme has,
  /// too, have the meaning that they have there.
  static func colors(_ colors: Palette) -> String {
    let named: [(String, SolidColor)] = [
      ("theme_bg_color", colors.page), ("theme_fg_color", colors.text),
      ("theme_base_color", colors.card), ("theme_text_color", colors.text),
      ("theme_selected_bg_color", colors.accentControl),
      ("theme_selected_fg_color", colors.markOnAccent),
      ("insensitive_fg_color", colors.disabledText), ("borders", colors.separator),
      ("error_color", colors.errorText), ("warning_color", colors.warningText),
      ("success_color", colors.successText),
      ("sidebar_bg_color", colors.sidebar), ("popover_bg_color", colors.popover),
      ("overlay_bg_color", colors.overlay), ("overlay_fg_color", colors.overlayText),
      ("dim_fg_color", colors.dimText), ("control_edge_color", colors.controlEdge),
      ("focus_ring_color", colors.focusRing), ("accent_color", colors.accentText),
      ("accent_bg_color", colors.accentFill), ("accent_fg_color", colors.textOnAccent),
      ("accent_hover_color", colors.accentFillHover),
      ("destructive_bg_color", colors.destructiveFill),
      ("destructive_fg_color", colors.textOnDestructive),
      ("destructive_hover_color", colors.destructiveFillHover),
    ]
    let hues = colors.hueTexts.map { ($0.key.textName, $0.value) }.sorted { $0.0 < $1.0 }
    return (named + hues).map { "@define-color \($0.0) \($0.1.css);" }.joined(separator: "\n")
  }

  private static let fills = Palette.fills

  private static func windows(_ tokens: DesignTokens) -> String {
    """
    .background { color: @theme_fg_color; background-color: @theme_bg_color; }
    .view, iconview { color: @theme_fg_color; background-color: @theme_base_color; }
    .view.view-list, textview > text { color: @theme_fg_color; background-color: transparent; }
    window.csd {
      border-radius: \(tokens.radii.card)px \(tokens.radii.card)px 0 0;
      box-shadow: 0 4px 14px 2px alpha(black, 0.18), 0 0 0 1px alpha(black, 0.12);
    }
    window.csd:backdrop {
      box-shadow: 0 4px 14px 2px transparent, 0 2px 6px 1px alpha(black, 0.12),
        0 0 0 1px alpha(black, 0.12);
    }
    window.csd.popup { border-radius: \(tokens.radii.card)px; }
    window.maximized, window.fullscreen, window.tiled, window.tiled-top, window.tiled-left,
    window.tiled-right, window.tiled-bottom { border-radius: 0; }
    window.solid-csd {
      padding: 1px; border: none; background-color: @theme_bg_color;
      box-shadow: inset 0 0 0 1px @borders;
    }
    separator { background-color: @borders; }
    tooltip.background {
      color: @overlay_fg_color; background-color: @overlay_bg_color; border: none;
      border-radius: \(tokens.radii.control)px;
    }
    .toast { color: @overlay_fg_color; background-color: @overlay_bg_color; border: none; }
    scrollbar, scrollbar.overlay-indicator.dragging, scrollbar.overlay-indicator.hovering {
      background-color: transparent; border-color: transparent;
    }
    scrollbar > range > trough > slider { background-color: alpha(currentColor, 0.4); }
    scrollbar > range > trough > slider:hover { background-color: alpha(currentColor, 0.6); }
    scrollbar > range > trough > slider:hover:active { background-color: alpha(currentColor, 0.7); }
    scrollbar.overlay-indicator:not(.dragging):not(.hovering) > range > trough > slider {
      background-color: alpha(currentColor, 0.4); border-color: transparent;
    }
    /* The line below a header bar is there while something has scrolled below it. */
    scrolledwindow > undershoot.top {
      background: none; box-shadow: inset 0 1px @borders, inset 0 6px 6px -6px alpha(black, 0.12);
    }
    scrolledwindow > undershoot.bottom { background: none; box-shadow: inset 0 -1px @borders; }
    window.dialog.message.csd.background { border-radius: \(tokens.radii.alert)px; }
    window.dialog.message .titlebar { background: none; border-radius: 0; }
    window.dialog.message .dialog-action-area {
      margin: 0 \(tokens.spacing.extraLarge)px \(tokens.spacing.extraLarge)px;
      border-spacing: \(tokens.spacing.medium)px;
    }
    window.dialog.message.csd .dialog-action-area > button,
    window.dialog.message .dialog-action-area > button {
      padding: 5px 16px; border-radius: \(tokens.radii.control)px;
      border-style: solid;
    }
    """
  }

  private static func headerBars(_ tokens: DesignTokens) -> String {
    """
    headerbar, .titlebar:not(headerbar) {
      min-height: \(tokens.spacing.headerBarHeight)px; color: @theme_fg_color;
      background: none; border-style: none; box-shadow: none;
    }
    headerbar:backdrop, .titlebar:backdrop:not(headerbar) { background: none; }
    headerbar:backdrop .title, .titlebar:backdrop:not(headerbar) .title { filter: none; }
    headerbar:backdrop > windowhandle { filter: opacity(0.6); }
    headerbar .title { font-weight: \(tokens.type.heading.weight); }
    headerbar .subtitle, .navigation-subtitle { color: @dim_fg_color; opacity: 1; }
    windowcontrols { border-spacing: 3px; }
    windowcontrols > button, windowcontrols > button:hover, windowcontrols > button:active {
      background-color: alpha(currentColor, \(fills.hover)); color: inherit;
      border-radius: \(tokens.radii.pill)px; padding: 3px; margin-left: 3px; margin-right: 3px;
    }
    windowcontrols > button:hover { background-color: alpha(currentColor, \(fills.buttonHover)); }
    windowcontrols > button:active { background-color: alpha(currentColor, \(fills.buttonActive)); }
    """
  }

  private static func buttons(_ tokens: DesignTokens) -> String {
    """
    button {
      color: inherit; background: alpha(currentColor, \(fills.button)); border-color: transparent;
      border-radius: \(tokens.radii.control)px; box-shadow: none;
      font-weight: \(tokens.type.heading.weight);
    }
    button:hover { color: inherit; background: alpha(currentColor, \(fills.buttonHover)); }
    button:active, button:checked, button.keyboard-activating {
      color: inherit; background: alpha(currentColor, \(fills.buttonActive));
    }
    button:backdrop, button:backdrop:active, button:backdrop:checked { color: inherit; }
    button:disabled, button:disabled:active, button:disabled:checked {
      color: @insensitive_fg_color; background: alpha(currentColor, \(fills.hover));
    }
    button.flat, headerbar button.image-button:not(.raised), headerbar button.toggle:not(.raised),
    spinbutton > button, calendar > header > button, columnview > header > button {
      background: transparent;
    }
    button.flat:hover, headerbar button.image-button:not(.raised):hover,
    headerbar button.toggle:not(.raised):hover, spinbutton > button:hover,
    calendar > header > button:hover, columnview > header > button:hover {
      background: alpha(currentColor, \(fills.hover));
    }
    button.flat:active, button.flat:checked, headerbar button.image-button:not(.raised):active,
    headerbar button.image-button:not(.raised):checked, headerbar button.toggle:checked,
    spinbutton > button:active {
      background: alpha(currentColor, \(fills.buttonHover));
    }
    button.flat:disabled, headerbar button.image-button:not(.raised):disabled {
      background: transparent;
    }
    button.suggested-action { color: @accent_fg_color; background: @accent_bg_color; }
    button.suggested-action:hover { color: @accent_fg_color; background: @accent_hover_color; }
    button.suggested-action:active, button.suggested-action:checked {
      color: @accent_fg_color; background: @accent_hover_color;
    }
    button.destructive-action {
      color: @destructive_fg_color; background: @destructive_bg_color;
    }
    button.destructive-action:hover, button.destructive-action:active {
      color: @destructive_fg_color; background: @destructive_hover_color;
    }
    button.suggested-action:disabled, button.destructive-action:disabled {
      color: @insensitive_fg_color; background: alpha(currentColor, \(fills.hover));
    }
    button.suggested-action.flat { color: @accent_color; background: transparent; }
    button.destructive-action.flat { color: @error_color; background: transparent; }
    button.suggested-action.flat:hover, button.destructive-action.flat:hover {
      background: alpha(currentColor, \(fills.hover));
    }
    button.circular, button.pill { border-radius: \(tokens.radii.pill)px; }
    button.link, button.link:hover, button.link:active, link, link:hover, link:active {
      color: @accent_color; background: transparent;
    }
    /* The colours above are those of buttons that can be pressed. */
    button.suggested-action.flat:disabled, button.destructive-action.flat:disabled {
      color: @insensitive_fg_color; background: transparent;
    }
    button.row-button { border-radius: 0; font-weight: \(tokens.type.body.weight); }
    button.menu-button { font-weight: \(tokens.type.body.weight); }
    /* What is in a row has the row's form. */
    .boxed-list menubutton > button, .boxed-list dropdown > button {
      background: transparent; font-weight: \(tokens.type.body.weight);
    }
    .boxed-list menubutton > button:hover, .boxed-list dropdown > button:hover {
      background: alpha(currentColor, \(fills.hover));
    }
    button.osd, .osd button { color: @overlay_fg_color; }
    .linked:not(.vertical) > button:not(:only-child),
    .linked:not(.vertical) > entry:not(:only-child) { border-radius: 0; }
    .linked:not(.vertical) > button:first-child:not(:only-child):dir(ltr),
    .linked:not(.vertical) > entry:first-child:not(:only-child):dir(ltr),
    .linked:not(.vertical) > button:last-child:not(:only-child):dir(rtl),
    .linked:not(.vertical) > entry:last-child:not(:only-child):dir(rtl) {
      border-top-left-radius: \(tokens.radii.control)px;
      border-bottom-left-radius: \(tokens.radii.control)px;
    }
    .linked:not(.vertical) > button:last-child:not(:only-child):dir(ltr),
    .linked:not(.vertical) > entry:last-child:not(:only-child):dir(ltr),
    .linked:not(.vertical) > button:first-child:not(:only-child):dir(rtl),
    .linked:not(.vertical) > entry:first-child:not(:only-child):dir(rtl) {
      border-top-right-radius: \(tokens.radii.control)px;
      border-bottom-right-radius: \(tokens.radii.control)px;
    }
    """
  }

  private static func entries(_ tokens: DesignTokens) -> String {
    """
    entry, spinbutton, .text-editor {
      color: @theme_fg_color; background-color: @theme_base_color; box-shadow: none;
      border-color: @control_edge_color; border-radius: \(tokens.radii.control)px;
    }
    entry:disabled, spinbutton:disabled {
      color: @insensitive_fg_color; background-color: transparent; border-color: @borders;
    }
    entry > text > placeholder { color: @dim_fg_color; opacity: 1; }
    entry > image { color: @dim_fg_color; }
    entry.error, spinbutton.error { color: @error_color; border-color: @error_color; }
    spinbutton > button { border-style: none; border-radius: \(tokens.radii.control)px; }
    .boxed-list spinbutton { background-color: transparent; border-color: transparent; }
    .boxed-list spinbutton > button {
      min-width: 22px; min-height: 22px; margin: 3px; padding: 2px;
      background: alpha(currentColor, \(fills.button)); border-radius: \(tokens.radii.pill)px;
    }
    .boxed-list spinbutton > button:hover {
      background: alpha(currentColor, \(fills.buttonHover));
    }
    .boxed-list spinbutton > button:active {
      background: alpha(currentColor, \(fills.buttonActive));
    }
    spinbutton > text { background-color: transparent; }
    label > selection, text > selection, text > selection:focus-within {
      color: @theme_fg_color; background-color: alpha(@theme_selected_bg_color, 0.3);
    }
    .error, button.error, button.error:hover, button.error:active { color: @error_color; }
    .warning { color: @warning_color; }
    .success { color: @success_color; }
    .dim-label { color: @dim_fg_color; opacity: 1; }
    .tab-badge { color: @theme_fg_color; }
    """
  }

  private static func switches(_ tokens: DesignTokens) -> String {
    """
    switch {
      background-color: @control_edge_color; border-color: transparent; border-radius: 14px;
      padding: 2px;
    }
    switch:checked { background-color: @theme_selected_bg_color; border-color: transparent; }
    switch:disabled { background-color: alpha(currentColor, \(fills.buttonHover)); }
    switch > slider, switch:hover > slider, switch:checked > slider {
      min-width: 20px; min-height: 20px; border: none; border-radius: \(tokens.radii.pill)px;
      background: white; box-shadow: 0 1px 2px alpha(black, 0.25);
    }
    switch:checked > slider, switch:checked:hover > slider { background: @theme_selected_fg_color; }
    check, radio {
      min-width: 16px; min-height: 16px; border: 2px solid @control_edge_color;
      background: none; box-shadow: none; color: @theme_selected_fg_color;
    }
    checkbutton { border-spacing: \(tokens.spacing.small)px; }
    check { border-radius: \(tokens.radii.small)px; }
    check:hover, radio:hover { background: alpha(currentColor, 0); box-shadow: none; }
    check:checked, check:indeterminate, radio:checked {
      border-color: @theme_selected_bg_color; background: @theme_selected_bg_color;
      color: @theme_selected_fg_color; box-shadow: none;
    }
    check:disabled, radio:disabled { opacity: 0.5; }
    popover.menu check, popover.menu radio, popover.menu check:checked, popover.menu radio:checked {
      color: inherit; background: none; border-color: @control_edge_color; border-width: 1.2px;
    }
    """
  }

  private static func sliders(_ tokens: DesignTokens) -> String {
    """
    progressbar { color: @dim_fg_color; }
    progressbar > trough, scale > trough, levelbar > trough {
      background-color: alpha(currentColor, \(fills.buttonHover)); border-color: transparent;
      border-radius: \(tokens.radii.pill)px;
    }
    scale > trough > fill { background-color: transparent; border-color: transparent; }
    progressbar > trough > progress, scale > trough > highlight {
      background-color: @theme_selected_bg_color; border-color: @theme_selected_bg_color;
      border-radius: \(tokens.radii.pill)px;
    }
    progressbar.horizontal > trough, progressbar.horizontal > trough > progress { min-height: 6px; }
    levelbar > trough { padding: 0; }
    levelbar > trough > block {
      border: none; border-radius: \(tokens.radii.pill)px; min-height: 6px;
    }
    levelbar > trough > block.empty { background: transparent; }
    levelbar > trough > block.filled { background: @theme_selected_bg_color; }
    scale.horizontal > trough { min-height: 4px; }
    scale > trough > slider, scale > trough > slider:hover, scale > trough > slider:active {
      background: white; border-color: @control_edge_color;
      box-shadow: 0 1px 3px alpha(black, 0.2);
    }
    scale:disabled { opacity: 0.5; }
    """
  }

  private static func rows(_ tokens: DesignTokens) -> String {
    """
    list, listview, columnview, list:backdrop, listview:backdrop {
      color: @theme_fg_color; background-color: transparent;
    }
    .boxed-list, .boxed-list:backdrop { background-color: @theme_base_color; }
    .boxed-list, .card {
      border: none; box-shadow: 0 0 0 1px @borders, 0 1px 3px alpha(black, 0.06);
    }
    listview.separators:not(.horizontal) > row:not(.separator),
    list.separators:not(.horizontal) > row:not(.separator), .boxed-list > row {
      border-bottom-color: @borders;
    }
    row:selected, row.activatable:selected, listview > row:selected, columnview row:selected {
      color: @theme_fg_color;
      background-color: alpha(@theme_selected_bg_color, \(fills.selection));
    }
    row.activatable:hover, row.activatable.has-open-popup {
      background-color: alpha(currentColor, \(fills.hover));
    }
    row.activatable:selected:hover, row.activatable:selected.has-open-popup {
      background-color: alpha(@theme_selected_bg_color, \(fills.selection + 0.05));
    }
    row.activatable:active { box-shadow: none; }
    row:selected label, row:selected image { color: inherit; }
    row:selected .dim-label { color: @dim_fg_color; }
    .view-list > row.section-header:hover, .view-list > row.section-footer:hover,
    .view-list > row.section-header:selected, .view-list > row.section-footer:selected {
      background-color: transparent;
    }
    .view-list > row.section-footer { border-bottom-color: transparent; }
    columnview > header > button {
      color: @dim_fg_color; border-style: none; border-radius: 0;
      font-size: \(tokens.type.captionHeading.size)em;
      font-weight: \(tokens.type.captionHeading.weight);
    }
    columnview > header { border-bottom: 1px solid @borders; }
    """
  }

  private static func popovers(_ tokens: DesignTokens) -> String {
    """
    popover.background > contents, popover.background > arrow {
      color: @theme_fg_color; background-color: @popover_bg_color;
      border-color: \(tokens.hasHighContrast ? "@control_edge_color" : "alpha(black, 0.14)");
    }
    popover.background > contents {
      border-radius: \(tokens.radii.card)px; box-shadow: 0 2px 10px 1px alpha(black, 0.14);
    }
    popover.menu.background > contents { padding: 6px; }
    /* A popover is lighter than a page in the dark style, where the lines of pages vanish. */
    popover separator { background-color: alpha(currentColor, 0.15); }
    popover.menu modelbutton, popover.menu button.menu-button, .menu-toggle,
    .menu-picker checkbutton {
      border-radius: \(tokens.radii.small)px;
    }
    popover.menu modelbutton:hover, popover.menu modelbutton:selected,
    popover.menu button.menu-button:not(.error):hover {
      color: inherit; background: alpha(currentColor, \(fills.hover));
    }
    dropdown popover.menu listview > row { border-radius: \(tokens.radii.small)px; }
    dropdown popover.menu listview > row:selected { background-color: transparent; }
    dropdown popover.menu listview > row:hover,
    dropdown popover.menu listview > row:selected:hover {
      background-color: alpha(currentColor, \(fills.hover));
    }
    dropdown > popover.menu.background > contents { padding: 0; }
    """
  }

  private static func columns(_ tokens: DesignTokens) -> String {
    """
    .split-sidebar { background-color: @sidebar_bg_color; }
    .split-sidebar .view-list > row {
      margin: 2px 6px; border-radius: \(tokens.radii.control)px; border-bottom-style: none;
    }
    .split-sidebar .view-list > row.section-header { margin-bottom: 0; }
    searchbar > revealer > box { background: none; border-style: none; }
    searchbar > revealer > box:backdrop { background: none; }
    .tab-bar { background: none; border-top-color: @borders; }
    .tab-button, .tab-cell { border-radius: \(tokens.radii.control)px; }
    .tab-strip { border-bottom-color: @borders; }
    """
  }

  private static func calendars(_ tokens: DesignTokens) -> String {
    """
    calendar { color: @theme_fg_color; background: none; border-style: none; }
    calendar > header { border-bottom-style: none; }
    calendar > header > button { border-radius: \(tokens.radii.control)px; }
    calendar > grid > label.day-name, calendar > grid > label.week-number { color: @dim_fg_color; }
    calendar > grid > label.day-number {
      padding: 6px; border-radius: \(tokens.radii.pill)px;
    }
    calendar > grid > label.today { color: @accent_color; box-shadow: none; font-weight: bold; }
    calendar > grid > label.day-number:selected {
      color: @accent_fg_color; background-color: @accent_bg_color;
    }
    """
  }

  private static func focus(_ tokens: DesignTokens) -> String {
    """
    button:focus:focus-visible, button.suggested-action:focus:focus-visible,
    button.destructive-action:focus:focus-visible, switch:focus:focus-visible,
    checkbutton:focus:focus-visible, scale:focus:focus-visible > trough, label:focus:focus-visible,
    .canvas:focus-visible, .tappable:focus-visible {
      outline: 2px solid @focus_ring_color; outline-offset: 2px;
    }
    scale:focus:focus-visible > trough { outline-offset: 10px; }
    entry:focus-within, spinbutton:focus-within, row:focus:focus-visible,
    .boxed-list > row.entry:focus-within, button.row-button:focus:focus-visible,
    button.menu-button:focus:focus-visible, .menu-picker checkbutton:focus:focus-visible,
    popover.menu modelbutton:focus:focus-visible, spinbutton > button:focus:focus-visible,
    columnview > header > button:focus:focus-visible, .text-editor:focus-within,
    expander-widget:focus:focus-visible > box > title, calendar > grid > label:focus {
      outline: 2px solid @focus_ring_color; outline-offset: -2px;
    }
    entry.error:focus-within { outline-color: @error_color; }
    """
  }

  /// What has no edge otherwise, because its colour is enough for most people.
  private static let highContrast = """
    button:not(.flat):not(.link) { border-color: @control_edge_color; }
    headerbar button.image-button:not(.raised), headerbar button.toggle:not(.raised),
    spinbutton > button, columnview > header > button, windowcontrols > button {
      border-color: transparent;
    }
    tooltip.background, .toast { border: 1px solid @control_edge_color; }
    popover separator { background-color: @borders; }
    .split-sidebar { border-color: @borders; }
    row:selected { outline: 1px solid @control_edge_color; outline-offset: -1px; }
    """
}
