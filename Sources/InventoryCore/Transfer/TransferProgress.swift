/// How far the reading or writing of a file has come.
public struct TransferProgress: Equatable, Sendable {
  /// The part that is done, from 0 to 1.
  public var fraction: Double
  /// How many rows have been read or written.
  public var rows: Int

  public init(fraction: Double, rows: Int) {
    self.fraction = min(max(fraction, 0), 1)
    self.rows = rows
  }
}

/// What is told while a file is read or written.
public enum TransferEvent<Outcome> {
  case progress(TransferProgress)
  /// All is done.
  case finished(Outcome)
}

extension TransferEvent: Equatable where Outcome: Equatable {}
extension TransferEvent: Sendable where Outcome: Sendable {}

/// How long a transfer will go on, as far as what is done tells.
public struct TimeLeft: Equatable, Sendable {
  public var duration: Duration

  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// Estimates how long a transfer will go on.
  ///
  /// - Returns: `nil` while that would be guesswork.
  public init?(after elapsed: Duration, _ progress: TransferProgress) {
    guard elapsed >= .seconds(1), progress.fraction >= 0.02, progress.fraction < 1 else {
      return nil
    }
    duration = elapsed * ((1 - progress.fraction) / progress.fraction)
  }

  /// The time in words, rounded as people do.
  public var text: String {
    let exact = Int(duration.components.seconds)
    let seconds = (exact + 4) / 5 * 5
    let minutes = (exact + 30) / 60
    return switch exact {
    case ..<5: tr("A few seconds left")
    case ..<55: tr("About \(seconds) second left", "About \(seconds) seconds left", count: seconds)
    case ..<90: tr("About a minute left")
    default: tr("About \(minutes) minute left", "About \(minutes) minutes left", count: minutes)
    }
  }
}
