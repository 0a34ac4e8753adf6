import Foundation
import GtkKit

/// Closes whatever presents a view, as the back button or Escape would: by changing the state that
/// presents it.
///
/// Read it from the environment with `@Environment(\.dismiss) private var dismiss`, and call
/// `dismiss()`. In a window without a presentation it asks the window to close.
public struct DismissAction: Equatable {
  private let action: () -> Void
  private let identity: ObjectIdentifier?

  /// - Parameters:
  ///   - owner: The object that presents. Actions with the same owner are equal.
  ///   - action: Changes the state.
  public init(owner: AnyObject? = nil, _ action: @escaping () -> Void) {
    identity = owner.map { ObjectIdentifier($0) }
    self.action = action
  }

  /// Closes whatever presents the view.
  public func callAsFunction() {
    action()
  }

  public static func == (first: DismissAction, second: DismissAction) -> Bool {
    first.identity != nil && first.identity == second.identity
  }
}

/// Opens a URL in the application that handles it.
public struct OpenURLAction {
  private let action: (URL) -> Void

  /// - Parameter action: Opens the URL.
  public init(_ action: @escaping (URL) -> Void) {
    self.action = action
  }

  /// Opens a URL.
  public func callAsFunction(_ url: URL) {
    action(url)
  }
}

private enum DismissKey: EnvironmentKey {
  static let defaultValue = DismissAction {}
}

private enum IsPresentedKey: EnvironmentKey {
  static let defaultValue = false
}

private enum OpenURLKey: EnvironmentKey {
  static let defaultValue = OpenURLAction { url in
    gtk_show_uri(nil, url.absoluteString, guint(GDK_CURRENT_TIME))
  }
}

private enum LocaleKey: EnvironmentKey {
  static let defaultValue = Locale.autoupdatingCurrent
}

private enum CalendarKey: EnvironmentKey {
  static let defaultValue = Calendar.autoupdatingCurrent
}

private enum TimeZoneKey: EnvironmentKey {
  static let defaultValue = TimeZone.autoupdatingCurrent
}

extension EnvironmentValues {
  /// Closes whatever presents the view.
  public var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the view is in a presentation that can be dismissed.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }

  /// Opens URLs. Links use it.
  public var openURL: OpenURLAction {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  /// The user's language and region.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The calendar to show dates in.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The time zone to show dates in.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
