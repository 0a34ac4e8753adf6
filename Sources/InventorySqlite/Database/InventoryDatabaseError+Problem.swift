import InventoryCore

extension InventoryDatabaseError: EngineError {
  /// Why the inventory cannot be shown, and what can be done with its file.
  public var problem: DatabaseProblem {
    switch self {
    case .newerSchema(let path):
      DatabaseProblem(
        title: tr("This Inventory Needs a Newer Version"),
        explanation: tr(
          """
          A newer version of Inventory has written \(path). The file has not been changed. Install \
          the newer version, then try again.
          """
        )
      )
    case .corrupt(let path, let detail):
      DatabaseProblem(
        title: tr("The Inventory Is Damaged"),
        explanation: tr(
          """
          The file \(path) is damaged: \(detail). Put a backup in its place, then try again. Keep \
          the damaged file: much of it may still be readable.
          """
        )
      )
    case .notADatabase(let path), .foreignDatabase(let path):
      DatabaseProblem(
        title: tr("This File Is Not an Inventory"),
        explanation: tr(
          """
          The file \(path) belongs to something else. It has not been changed. Move it to another \
          place, then try again.
          """
        )
      )
    case .unusableFile(let path, let reason),
      .unwritableDirectory(let path, let reason):
      DatabaseProblem(
        title: tr("The Inventory Cannot Be Opened"),
        explanation: tr(
          """
          \(path) cannot be used: \(reason). Make sure that it can be read and written, then try \
          again.
          """
        )
      )
    case .fileReplaced(let path):
      // The other file is opened by the next start alone, see ``InventoryDatabase``.
      DatabaseProblem(
        title: tr("Another File Has Taken Its Place"),
        explanation: tr(
          """
          \(path) was replaced while it was open. To see what is in the file that is there now, \
          close all windows and start the program again.
          """
        ),
        canTryAgain: false
      )
    case .failed(let path, let detail):
      DatabaseProblem(
        title: tr("The Inventory Cannot Be Read"),
        explanation: tr("\(path) could not be read: \(detail). Nothing has been changed.")
      )
    default:
      DatabaseProblem(title: tr("The Inventory Cannot Be Read"), explanation: description)
    }
  }

  public var isDamage: Bool {
    switch self {
    case .corrupt, .notADatabase: true
    default: false
    }
  }
}
