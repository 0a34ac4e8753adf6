import Foundation
import InventoryCore
import InventorySqlite

/// A copy of a whole inventory into another database, as the command line asks for it.
struct InventoryCopy {
  let source: DatabaseArgument
  let target: DatabaseArgument

  /// Copies, and says how much.
  ///
  /// - Throws: What is wrong with the databases, or ``CopyingProblem``. Then the target is as empty
  ///   as before.
  @MainActor
  func run() throws {
    if case .file(let path) = source, !FileManager.default.fileExists(atPath: path) {
      throw FileError(file: path, problem: tr("there is no such file"))
    }
    if case .file(let path) = target { try Self.checkTarget(path) }
    let (source, file) = (try source.opened.clients, try target.opened)
    let target = file.clients
    let progress = ProgressLine(tr("Copying"))
    let digest = try progress.show { onProgress in
      try waiting { try await source.copying.copy(into: target.copying, onProgress: onProgress) }
    }
    // The file alone is taken along, without what SQLite keeps beside it.
    file.database?.finishWriting()
    printText(
      tr(
        "\(digest.items) item copied, with its history and photo",
        "\(digest.items) items copied, with their history and photos",
        count: digest.items
      )
    )
  }

  /// Checks that a file is not somebody else's, who could read what is written into it, or have
  /// made a link that leads to another place.
  private static func checkTarget(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let owner = status.st_uid
    let isThere = stat(path, &status) == 0
    guard isThere ? status.st_uid == geteuid() : owner == geteuid() else {
      throw FileError(
        file: path,
        problem: tr("belongs to another user; expected a new file, or one of your own")
      )
    }
  }
}

extension DatabaseArgument {
  /// The clients of the inventory, without a window, and the database if it is a file.
  fileprivate var opened: (clients: InventoryClients, database: InventoryDatabase?) {
    get throws {
      switch self {
      case .file(let path):
        let database = try InventoryDatabase(path: path)
        return (.live(database), database)
      case .server(let source):
        return (.live(source), nil)
      }
    }
  }
}
