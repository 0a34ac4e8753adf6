import Foundation

/// Whether the inventory can be reached. One in a file of this machine always can.
public enum ConnectionState: Equatable, Sendable {
  case connected
  /// It can be reached, but others in the network could read or change what is sent.
  case unprotected
  /// It cannot be reached, and is looked for again and again. What is shown may be out of date.
  case lost
  /// Looking for it does not help before somebody has changed something, such as the password.
  case refused(DatabaseProblem)

  /// Whether the inventory can be reached.
  var isReached: Bool { self == .connected || self == .unprotected }
}
