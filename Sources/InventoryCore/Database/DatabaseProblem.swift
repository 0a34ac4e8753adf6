/// Why the inventory cannot be shown, and what can be done, in the words of the page that says so.
public struct DatabaseProblem: Equatable, Sendable {
  public var title: String
  public var explanation: String

  public init(title: String, explanation: String) {
    self.title = title
    self.explanation = explanation
  }

  public init(_ error: any Error) {
    switch error {
    case InventoryDatabaseError.newerSchema(let path):
      title = tr("This Inventory Needs a Newer Version")
      explanation =
        tr(
          """
          A newer version of Inventory has written \(path). The file has not been changed. Install \
          the newer version, then try again.
          """
        )
    case InventoryDatabaseError.corrupt(let path, let detail):
      title = tr("The Inventory Is Damaged")
      explanation =
        tr(
          """
          The file \(path) is damaged: \(detail). Put a backup in its place, then try again. Keep \
          the damaged file: much of it may still be readable.
          """
        )
    case InventoryDatabaseError.notADatabase(let path),
      InventoryDatabaseError.foreignDatabase(let path):
      title = tr("This File Is Not an Inventory")
      explanation =
        tr(
          """
          The file \(path) belongs to something else. It has not been changed. Move it to another \
          place, then try again.
          """
        )
    case InventoryDatabaseError.unusableFile(let path, let reason),
      InventoryDatabaseError.unwritableDirectory(let path, let reason):
      title = tr("The Inventory Cannot Be Opened")
      explanation =
        tr(
          """
          \(path) cannot be used: \(reason). Make sure that it can be read and written, then try \
          again.
          """
        )
    case InventoryDatabaseError.failed(let path, let detail):
      title = tr("The Inventory Cannot Be Read")
      explanation = tr("\(path) could not be read: \(detail). Nothing has been changed.")
    default:
      title = tr("The Inventory Cannot Be Read")
      explanation = "\(error)"
    }
  }
}
