import Foundation
import InventoryCore
import PostgresClient

/// Why an inventory on a server could not be opened, read or written.
///
/// None of them contains a password. `server` is how the server is called in messages, and `reason`
/// is a sentence of the server or of libpq.
public enum InventoryServerError: Error, Equatable, Sendable {
  /// libpq, which connects to servers, is not installed on this machine.
  case libraryMissing
  /// The address of the server is not understood.
  case invalidAddress
  /// The address contains a password, which others could see.
  case passwordInAddress
  /// The server does not answer, or not in time. Trying again may help.
  case unreachable(server: String, reason: String)
  /// The server does not let this user in.
  case wrongPassword(server: String)
  /// The password cannot be had, such as because nobody has unlocked the keyring.
  case noPassword(server: String, reason: String)
  /// The server may not be the one that it says it is, or it does not encrypt.
  case insecure(server: String, reason: String)
  /// The server has no database with the name.
  case databaseMissing(server: String, reason: String)
  /// A newer version of this program has changed the tables.
  case newerTables(server: String)
  /// The tables are missing or older, and this user may not make them.
  case missingTables(server: String)
  /// The user may not do this, or the server only reads at present.
  case notAllowed(server: String, reason: String)
  /// The server has no space left.
  case full(server: String)
  /// The connection was lost while something was saved, and did not come back in time.
  case outcomeUnknown(server: String)
  /// Backups of a server are not made and restored by this program.
  case noBackups(server: String)
  /// The server cannot store the text, which contains a zero byte.
  case invalidText
  /// Somebody else changes the same, and has not ended in time.
  case busy(server: String)
  /// A text is longer than what the server can find.
  case textTooLong(server: String)
  /// The server refused for another reason.
  case failed(server: String, reason: String)
}

extension InventoryServerError {
  /// - Parameter error: Why the address of a server is not used.
  init(addressError error: PostgresError) {
    self = error.kind == .libraryMissing ? .libraryMissing : .invalidAddress
  }

  /// - Parameters:
  ///   - error: What went wrong.
  ///   - server: How the server is called in messages.
  init(_ error: PostgresError, server: String) {
    // Only some of the sentences of servers and of libpq have an end.
    let isComplete = error.message.last.map { ".!?".contains($0) } ?? true
    let reason = isComplete ? error.message : error.message + "."
    self =
      switch error.kind {
      case .libraryMissing: .libraryMissing
      case .invalidOptions: .invalidAddress
      case .unreachable, .serverFull, .serverNotReady, .connectionLost, .timedOut, .closed,
        .poolExhausted:
        .unreachable(server: server, reason: reason)
      case .wrongPassword: .wrongPassword(server: server)
      case .certificate, .encryption: .insecure(server: server, reason: reason)
      case .databaseMissing: .databaseMissing(server: server, reason: reason)
      case .permissionDenied, .readOnly: .notAllowed(server: server, reason: reason)
      // A role that has lost its rights to the schema is told that there is no such table.
      case .schemaMissing where error.sqlState != "42703" && error.sqlState != "42704":
        .notAllowed(
          server: server,
          reason: tr("The user does not see the tables of the inventory.")
        )
      case .noSpace: .full(server: server)
      case .commitUnknown: .outcomeUnknown(server: server)
      case .locked: .busy(server: server)
      // A location was removed at the same moment.
      case .constraint(let constraint) where constraint.rule == .foreignKey: .busy(server: server)
      case .refused where error.sqlState == "54000": .textTooLong(server: server)
      case .invalidValue where error.sqlState == nil || error.sqlState == "22021": .invalidText
      default: .failed(server: server, reason: reason)
      }
  }
}

extension InventoryServerError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .libraryMissing:
      tr("libpq, which connects to servers, is not installed; expected the package libpq5")
    case .invalidAddress:
      tr(
        """
        the address of the server is not understood; expected a URL such as \
        postgresql://host/database, or service= with the name of a service
        """
      )
    case .passwordInAddress:
      tr(
        """
        the address of the server contains a password, which others on this machine could see; \
        expected it in the file .pgpass in your home folder
        """
      )
    case .unreachable(let server, let reason):
      tr("\(server): the server does not answer (\(reason)); nothing is lost, try again later")
    case .wrongPassword(let server):
      tr("\(server): the server does not accept the user or the password")
    case .noPassword(let server, let reason):
      tr("\(server): there is no password (\(reason))")
    case .insecure(let server, let reason):
      tr("\(server): the connection would not be safe (\(reason)), so there is none")
    case .databaseMissing(let server, let reason):
      tr("\(server): there is no such database (\(reason))")
    case .newerTables(let server):
      tr(
        """
        \(server): made by a newer version of Inventory; expected an inventory of this version or \
        an older one
        """
      )
    case .missingTables(let server):
      tr(
        """
        \(server): the inventory has to be made, or brought up to date, by the owner of the \
        database; expected that the owner starts this version once
        """
      )
    case .notAllowed(let server, let reason):
      tr("\(server): this is not allowed (\(reason)), so nothing was saved")
    case .full(let server):
      tr("\(server): the server has no space left, so nothing was saved")
    case .outcomeUnknown(let server):
      tr(
        """
        \(server): the connection was lost while this was saved, and it is not known whether it \
        was; look at it when the server is back
        """
      )
    case .noBackups(let server):
      tr("\(server): the backups of a server are made and restored by its administrator")
    case .invalidText:
      tr("the text contains a zero byte, which the server cannot store; expected a text without")
    case .busy(let server):
      tr(
        """
        \(server): somebody else is changing the same, so nothing was saved; try again in a moment
        """
      )
    case .textTooLong(let server):
      tr(
        """
        \(server): a name, a SKU, a barcode or a tag is too long for a server; expected at most \
        2,600 bytes
        """
      )
    case .failed(let server, let reason):
      tr("\(server): the server could not do this (\(reason))")
    }
  }
}
