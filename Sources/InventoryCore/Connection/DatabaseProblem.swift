/// Why the inventory cannot be shown, and what can be done, in the words of the page that says so.
public struct DatabaseProblem: Equatable, Sendable {
  public var title: String
  public var explanation: String
  /// Whether it may help to try again.
  public var canTryAgain: Bool

  public init(title: String, explanation: String, canTryAgain: Bool = true) {
    self.title = title
    self.explanation = explanation
    self.canTryAgain = canTryAgain
  }

  /// What an error means to the user.
  public init(_ error: any Error) {
    if let error = error as? any EngineError {
      self = error.problem
    } else {
      self.init(title: tr("The Inventory Cannot Be Read"), explanation: "\(error)")
    }
  }
}

extension DatabaseProblem? {
  /// Notes why a page could not be read.
  ///
  /// What it shows stays while the inventory cannot be reached, since the window tells why it may
  /// be out of date. It is read again when the connection is back.
  ///
  /// - Parameters:
  ///   - error: What the read has thrown.
  ///   - isShown: Whether the page shows what was asked for, as it was read before.
  mutating func note(_ error: any Error, isShown: Bool) {
    if isShown, self == nil, error.isConnectionLost { return }
    self = DatabaseProblem(error)
  }
}

/// An error of an engine, which knows best why the inventory cannot be used, and what can be done.
public protocol EngineError: Error {
  var problem: DatabaseProblem { get }
  /// Whether the inventory could not be reached. The engine looks for it by itself, and tells a
  /// change when it has found it.
  var isConnectionLost: Bool { get }
  /// Whether the inventory is damaged, so that what is read of it may be wrong.
  var isDamage: Bool { get }
}

extension EngineError {
  public var isConnectionLost: Bool { false }
  public var isDamage: Bool { false }
}

extension Error {
  /// Whether this is why nothing can be read: the inventory cannot be reached for now. What is
  /// shown stays, since the window tells why it may be out of date.
  var isConnectionLost: Bool { (self as? any EngineError)?.isConnectionLost ?? false }
}
