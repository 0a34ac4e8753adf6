import ComposableArchitecture
import Foundation

extension AlertState {
  /// An alert that tells what could not be done, and why.
  static func failure(_ title: String, _ error: any Error) -> AlertState {
    AlertState {
      TextState(title)
    } message: {
      TextState((error as? any LocalizedError)?.errorDescription ?? "\(error)")
    }
  }
}
