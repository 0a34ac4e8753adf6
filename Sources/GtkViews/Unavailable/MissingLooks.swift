import Tables

// Modifiers of SwiftUI for how views look and where they stand that do not exist here, with what to
// use instead.

extension View {
  @available(*, unavailable, message: "use the alignment of stacks and frames")
  public func alignmentGuide(_ guide: MissingName, computeValue: (MissingName) -> Double) -> Self {
    self
  }

  @available(*, unavailable, message: "use 'lineLimit(_:)'")
  public func allowsTightening(_ flag: Bool) -> Self { self }

  @available(
    *,
    unavailable,
    message: """
      the window follows the colours of the desktop; 'DesktopSettings.colorScheme' of GtkKit decides for the program
      """
  )
  public func colorScheme(_ scheme: MissingName) -> Self { self }

  @available(*, unavailable, message: "use 'frame(maxWidth: .infinity)'")
  public func containerRelativeFrame(_ axes: MissingName, alignment: MissingName = .leading) -> Self
  { self }

  @available(*, unavailable, message: "a date is typed, or chosen in a calendar")
  public func datePickerStyle(_ style: MissingName) -> Self { self }

  @available(*, unavailable, message: "texts follow the size that the desktop's settings choose")
  public func dynamicTypeSize(_ size: MissingName) -> Self { self }

  @available(*, unavailable, message: "a window has no safe area")
  public func edgesIgnoringSafeArea(_ edges: MissingName) -> Self { self }

  @available(*, unavailable, message: "use 'foregroundStyle(_:)'")
  public func foregroundColor(_ color: Color?) -> Self { self }

  @available(*, unavailable, message: "use stacks for what spans several columns")
  public func gridCellColumns(_ count: Int) -> Self { self }

  @available(*, unavailable, message: "headers look as in GNOME's settings")
  public func headerProminence(_ prominence: MissingName) -> Self { self }

  @available(*, unavailable, message: "draw it in a 'Canvas'")
  public func mask(@ViewBuilder _ mask: () -> some View) -> Self { self }

  @available(*, unavailable, message: "use 'buttonStyle(_:)'")
  public func menuStyle(_ style: MissingName) -> Self { self }

  @available(*, unavailable, message: "use 'lineLimit(_:)'")
  public func minimumScaleFactor(_ factor: Double) -> Self { self }

  @available(*, unavailable, message: "the reducer may decline to go back")
  public func navigationBarBackButtonHidden(_ isHidden: Bool = true) -> Self { self }

  @available(
    *,
    unavailable,
    message: """
      the columns stand beside one another; the sidebar gives way first
      """
  )
  public func navigationSplitViewStyle(_ style: MissingName) -> Self { self }

  @available(*, unavailable, message: "a sheet has the background of the desktop's style")
  public func presentationBackground(_ style: MissingName) -> Self { self }

  @available(*, unavailable, message: "a 'ProgressView' with a value is a bar")
  public func progressViewStyle(_ style: MissingName) -> Self { self }

  @available(*, unavailable, message: "show a 'ProgressView' until there is something to show")
  public func redacted(reason: MissingName) -> Self { self }

  @available(*, unavailable, message: "the desktop's settings decide")
  public func scrollIndicators(_ visibility: MissingName) -> Self { self }

  @available(*, unavailable, message: "use 'cssClass(_:)' with a style sheet")
  public func symbolEffect(_ effect: MissingName) -> Self { self }

  @available(*, unavailable, message: "symbols have the colour of the text")
  public func symbolRenderingMode(_ mode: MissingName?) -> Self { self }

  @available(*, unavailable, message: "name the symbol that is meant, such as 'star.fill'")
  public func symbolVariant(_ variant: MissingName) -> Self { self }

  @available(*, unavailable, message: "a header bar has the background of the desktop's style")
  public func toolbarBackground(_ style: MissingName, for bars: MissingName = .automatic) -> Self {
    self
  }

  @available(*, unavailable, message: "items have a placement")
  public func toolbarRole(_ role: MissingName) -> Self { self }

  @available(*, unavailable, message: "a title stands in the header bar")
  public func toolbarTitleDisplayMode(_ mode: MissingName) -> Self { self }

  @available(*, unavailable, message: "buttons have the shape of the desktop's style")
  public func buttonBorderShape(_ shape: MissingName) -> Self { self }

  @available(*, unavailable, message: "use 'padding' inside the view")
  public func contentMargins(_ length: Double) -> Self { self }

  @available(*, unavailable, message: "texts change without an animation")
  public func contentTransition(_ transition: MissingName) -> Self { self }

  @available(*, unavailable, message: "use 'overlay' with a colour that is translucent")
  public func colorMultiply(_ color: Color) -> Self { self }

  @available(*, unavailable, message: "use 'Grid(alignment:)'")
  public func gridColumnAlignment(_ alignment: HorizontalAlignment) -> Self { self }

  @available(*, unavailable, message: "sections have the distance that GNOME's lists have")
  public func listSectionSpacing(_ spacing: Double) -> Self { self }

  @available(*, unavailable, message: "a sheet cannot be dragged")
  public func presentationDragIndicator(_ visibility: Visibility) -> Self { self }

  @available(*, unavailable, message: "a sheet has the corners of the desktop's style")
  public func presentationCornerRadius(_ radius: Double?) -> Self { self }

  @available(*, unavailable, message: "use 'cssClass(_:)' with a style sheet")
  public func scrollContentBackground(_ visibility: Visibility) -> Self { self }

  @available(*, unavailable, message: "put a 'Menu' into the toolbar")
  public func toolbarTitleMenu(@ViewBuilder content: () -> some View) -> Self { self }
}
