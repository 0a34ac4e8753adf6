/// The size of controls.
nonisolated public enum ControlSize: Equatable, Sendable {
  case mini
  case small
  /// The size of the desktop's theme.
  case regular
  case large
  case extraLarge

  fileprivate var cssClass: String? {
    switch self {
    case .mini: "control-mini"
    case .small: "control-small"
    case .regular: nil
    case .large: "control-large"
    case .extraLarge: "control-extra-large"
    }
  }
}

extension View {
  /// Sets the size of buttons, menus, pickers and fields in this view. Rows of forms keep theirs.
  public func controlSize(_ size: ControlSize) -> some View {
    environment(\.controlSize, size)
  }

  /// Gives the controls in this view a colour where they have the accent colour of the desktop:
  /// switches, check boxes, sliders, progress, prominent buttons and links. Texts keep theirs.
  ///
  /// - Parameter color: The colour; `nil` for that of the desktop.
  public func tint(_ color: Color?) -> some View {
    environment(\.tintClass, color.map { StyleSheet.tintClass($0) })
  }
}

/// What controls look like, unless they look as the theme says. One object in the environment,
/// because every widget looks at it.
nonisolated final class ControlLook: Equatable, Sendable {
  let size: ControlSize
  let tintClass: String?

  init(size: ControlSize = .regular, tintClass: String? = nil) {
    self.size = size
    self.tintClass = tintClass
  }

  deinit {}

  var cssClasses: [String] { [size.cssClass, tintClass].compactMap(\.self) }

  static func == (first: ControlLook, second: ControlLook) -> Bool {
    first.size == second.size && first.tintClass == second.tintClass
  }
}

nonisolated extension EnvironmentValues {
  /// How large controls are. Set it with ``View/controlSize(_:)``.
  public internal(set) var controlSize: ControlSize {
    get { controlLook?.size ?? .regular }
    set { controlLook = ControlLook(size: newValue, tintClass: tintClass) }
  }

  /// The CSS class of controls with a tint.
  var tintClass: String? {
    get { controlLook?.tintClass }
    set { controlLook = ControlLook(size: controlSize, tintClass: newValue) }
  }
}
