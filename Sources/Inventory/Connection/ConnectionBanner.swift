import ComposableGtk
import InventoryCore

/// The line at the bottom of a window that tells that the inventory cannot be reached, or that the
/// user may not do everything.
struct ConnectionBanner: View {
  let store: StoreOf<ConnectionFeature>
  /// Whether the page above says already that the server cannot be reached, or refuses it.
  let saysProblem: Bool

  var body: some View {
    if let text {
      line(text) {
        Image(systemName: "exclamationmark.triangle")
          .accessibilityHidden()
      } button: {
        if store.connection == .unprotected {
          Button(tr("Dismiss")) { store.send(.dismissButtonTapped) }
        } else {
          Button(store.isTrying ? tr("Trying…") : tr("Try Again")) {
            store.send(.retryButtonTapped)
          }
          .disabled(store.isTrying)
        }
      }
    } else if let restriction, !store.knowsRights {
      line(restriction) {
        EmptyView()
      } button: {
        Button(tr("Dismiss")) { store.send(.rightsDismissButtonTapped) }
      }
    }
  }

  private func line(
    _ text: String,
    @ViewBuilder icon: () -> some View,
    @ViewBuilder button: () -> some View
  ) -> some View {
    HStack(spacing: 12) {
      icon()
      Text(text)
        .frame(maxWidth: .infinity, alignment: .leading)
      button()
    }
    .padding(.horizontal, 12)
    .padding(.vertical, 6)
    .cssClass("connection-banner")
  }

  /// What the user may not do.
  private var restriction: String? {
    if store.rights.contains(.change) { return nil }
    return store.rights.contains(.book)
      ? tr("You can book and count here, but not change items and locations.")
      : tr("You can look here, but not change anything.")
  }

  private var text: String? {
    switch store.connection {
    case .connected:
      nil
    case .unprotected:
      tr(
        """
        The connection to the server is not protected: others in the network could read or change \
        what is sent.
        """
      )
    case .lost where saysProblem, .refused where saysProblem:
      nil
    case .lost:
      tr("The server cannot be reached. What you see may be out of date.")
    case .refused(let problem):
      "\(problem.title). \(problem.explanation)"
    }
  }
}
