import InventoryCore

extension InventoryServerError: EngineError {
  /// Why the inventory cannot be shown, and what can be done about it.
  public var problem: DatabaseProblem {
    DatabaseProblem(title: title, explanation: explanation)
  }

  public var isConnectionLost: Bool {
    if case .unreachable = self { true } else { false }
  }

  private var title: String {
    switch self {
    case .unreachable: tr("The Server Does Not Answer")
    case .newerTables: tr("This Inventory Needs a Newer Version")
    case .libraryMissing, .invalidAddress, .passwordInAddress, .wrongPassword, .noPassword,
      .insecure, .databaseMissing, .missingTables:
      tr("The Inventory Cannot Be Opened")
    default: tr("The Inventory Cannot Be Read")
    }
  }

  private var explanation: String {
    switch self {
    case .libraryMissing:
      tr("Servers need the package libpq5. Install it, then try again.")
    case .unreachable(let server, let reason):
      tr(
        """
        \(server) cannot be reached: \(reason) Look whether the server runs and the network is \
        there. This page goes by itself when it answers again.
        """
      )
    case .wrongPassword(let server):
      tr(
        """
        \(server) does not accept the user or the password. The password comes from the file \
        .pgpass in your home folder, or from the keyring if the preferences say so. Correct it, \
        then try again.
        """
      )
    case .noPassword(let server, let reason):
      tr("\(server) needs a password, and there is none: \(reason) Then try again.")
    case .insecure(let server, let reason):
      tr(
        """
        \(server) may not be the server that it says it is, or somebody could read what is sent: \
        \(reason) Ask the administrator of the server.
        """
      )
    case .newerTables(let server):
      tr(
        """
        A newer version of Inventory has changed \(server). Install the newer version, then try \
        again.
        """
      )
    case .missingTables(let server):
      tr(
        """
        The inventory on \(server) is not there yet, or belongs to an older version, and you may \
        not change that. Ask the owner of the database to start this version once, then try again.
        """
      )
    default: description
    }
  }
}
