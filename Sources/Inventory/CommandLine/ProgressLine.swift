import Foundation
import InventoryCore
import Synchronization

/// A line on the terminal that tells how far something has come. Where there is no terminal, such
/// as in a pipe, it is silent.
final class ProgressLine: Sendable {
  private let title: String
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let latest = Mutex<ContinuousClock.Instant?>(nil)

  /// How often the line changes.
  private static let interval = Duration.milliseconds(200)

  init(_ title: String) {
    self.title = title
    isShown = isatty(STDERR_FILENO) == 1
    start = clock.now
  }

  /// Does work whose progress is shown, and removes the line in the end. Any thread may tell it.
  func show<Value>(
    _ work: (_ onProgress: @escaping @Sendable (TransferProgress) -> Void) throws -> Value
  ) rethrows -> Value {
    defer { if latest.withLock({ $0 }) != nil { write("\r\u{1B}[K") } }
    return try work(update)
  }

  private func update(_ progress: TransferProgress) {
    let now = clock.now
    guard isShown else { return }
    let isDue = latest.withLock { latest in
      guard now - (latest ?? start) >= Self.interval else { return false }
      latest = now
      return true
    }
    guard isDue else { return }
    let percent = Int(progress.fraction * 100)
    let rows = progress.rows
    let line = tr(
      "\(title): \(percent) %, \(rows) row",
      "\(title): \(percent) %, \(rows) rows",
      count: rows
    )
    let left = TimeLeft(after: now - start, progress).map { " · \($0.text)" } ?? ""
    write("\r\u{1B}[K\(line)\(left)")
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
