// Placements of SwiftUI that do not exist here, with what to use instead.

extension ToolbarItemPlacement {
  @available(*, unavailable, message: "put the views below the content, in a 'VStack'")
  public static var bottomBar: ToolbarItemPlacement { .automatic }

  @available(*, unavailable, message: "put the views below the content, in a 'VStack'")
  public static var status: ToolbarItemPlacement { .automatic }

  @available(*, unavailable, message: "there is no keyboard on the screen: put the views elsewhere")
  public static var keyboard: ToolbarItemPlacement { .automatic }

  @available(*, unavailable, message: "put the views into a 'Menu' with the placement 'trailing'")
  public static var secondaryAction: ToolbarItemPlacement { .automatic }
}

@available(*, unavailable, message: "items of a header bar stand beside one another")
public struct ToolbarSpacer: View {
  public init(_ sizing: MissingName = .automatic, placement: ToolbarItemPlacement = .automatic) {}

  public var body: some View { EmptyView() }
}
