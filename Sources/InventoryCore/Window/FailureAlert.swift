import ComposableArchitecture
import Foundation

extension AlertState {
  /// An alert that tells what could not be done, and why.
  static func failure(_ title: String, _ error: any Error) -> AlertState {
    AlertState {
      TextState(title)
    } message: {
      TextState(explanation(of: error))
    }
  }
}

/// What an error says to the user.
func explanation(of error: any Error) -> String {
  (error as? any LocalizedError)?.errorDescription ?? "\(error)"
}
