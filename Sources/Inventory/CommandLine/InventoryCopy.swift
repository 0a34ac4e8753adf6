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
    let (source, target) = (try source.clients, try target.clients)
    let progress = ProgressLine(tr("Copying"))
    let digest = try progress.show { onProgress in
      try waiting { try await source.copying.copy(into: target.copying, onProgress: onProgress) }
    }
    printText(
      tr(
        "\(digest.items) item copied, with its history and photo",
        "\(digest.items) items copied, with their history and photos",
        count: digest.items
      )
    )
  }
}

extension DatabaseArgument {
  /// The clients of the inventory, without a window.
  fileprivate var clients: InventoryClients {
    get throws {
      switch self {
      case .file(let path): .live(try InventoryDatabase(path: path))
      case .server(let source): .live(source)
      }
    }
  }
}
