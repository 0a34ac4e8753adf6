import ComposableGtk
import InventoryCore

/// The part of the preferences that says where the inventory is kept.
struct ServerChoiceSection: View {
  @Bindable var store: StoreOf<ServerChoiceFeature>

  var body: some View {
    Section {
      Picker(tr("Kept on"), selection: $store.place.sending(\.placeChanged)) {
        Text(tr("This Computer")).tag(ServerChoiceFeature.Place.computer)
        Text(tr("A Server")).tag(ServerChoiceFeature.Place.server)
      }
      if store.place == .server {
        TextField(tr("Address"), text: $store.address.sending(\.addressChanged))
          .validationMessage(problem)
        Toggle(
          tr("Keep the Password in the Keyring"),
          isOn: $store.keepsPassword.sending(\.keepsPasswordChanged)
        )
        if store.keepsPassword {
          SecureField(
            tr("Password"),
            text: $store.password.sending(\.passwordChanged).text,
            prompt: store.isPasswordKept ? tr("As Before") : nil
          )
        }
        // Not below the button, where it could be out of sight.
        if store.check == .succeeded {
          Text(tr("The server answers. The program uses it when it is started the next time."))
        }
        Button(store.check == .running ? tr("Connecting…") : tr("Connect")) {
          store.send(.connectButtonTapped)
        }
        .disabled(!store.canConnect)
      }
    } header: {
      Text(tr("Inventory"))
    } footer: {
      Text(explanation)
    }
  }

  private var problem: String? {
    if case .failed(let problem) = store.check { problem } else { nil }
  }

  private var explanation: String {
    switch store.place {
    case .computer:
      store.server.isEmpty
        ? tr(
          "The inventory is a file of this computer. Several machines can share one on a server."
        )
        : tr("The program uses the file of this computer when it is started the next time.")
    case .server where store.keepsPassword:
      tr(
        """
        An address of PostgreSQL, such as postgresql://anna@server/inventory?sslmode=verify-full. \
        The password is in the keyring of this desktop, and nowhere else.
        """
      )
    case .server:
      tr(
        """
        An address of PostgreSQL, such as postgresql://anna@server/inventory?sslmode=verify-full. \
        The password comes from the file .pgpass in your home folder.
        """
      )
    }
  }
}
