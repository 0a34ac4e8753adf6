import Foundation
import InventoryCore

/// The database that the command line names: the path of a file, or a URL such as
/// `file:///home/ida/items.sqlite`.
public struct DatabaseName: Sendable {
  public let path: String

  /// - Throws: `InventoryDatabaseError.notAFileURL` for a URL of any other kind. Without this, the
  ///   name of a server would become that of a folder.
  public init(_ text: String) throws {
    guard let scheme = text.prefixMatch(of: #/([A-Za-z][A-Za-z0-9+.\-]*):\/\//#)?.1 else {
      path = text
      return
    }
    guard scheme.lowercased() == "file", let url = URL(string: text),
      ["", "localhost"].contains(url.host() ?? "")
    else { throw InventoryDatabaseError.notAFileURL(scheme: String(scheme)) }
    path = url.path(percentEncoded: false)
  }
}
