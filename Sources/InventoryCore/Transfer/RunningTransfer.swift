import Foundation

/// A file that is being read or written: how far that has come.
public struct RunningTransfer: Equatable, Sendable {
  public private(set) var progress = TransferProgress(fraction: 0, rows: 0)
  /// How long it will go on, when that can be told.
  public private(set) var timeLeft: TimeLeft?
  private let start: Date

  public init(start: Date) {
    self.start = start
  }

  /// Takes note of how far it has come.
  public mutating func update(_ progress: TransferProgress, at date: Date) {
    self.progress = progress
    timeLeft = TimeLeft(after: .seconds(date.timeIntervalSince(start)), progress)
  }
}
