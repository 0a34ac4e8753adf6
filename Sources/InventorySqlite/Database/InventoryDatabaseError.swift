import Foundation
import InventoryCore

/// Why the database could not be opened, read or written.
public enum InventoryDatabaseError: Error, Equatable, Sendable {
  /// The directory does not exist and cannot be made, or files cannot be made in it.
  case unwritableDirectory(path: String, reason: String)
  /// The file cannot be opened for reading and writing.
  case unusableFile(path: String, reason: String)
  /// The database was named by a URL that is not one of a file.
  case notAFileURL(scheme: String)
  /// The file holds something else.
  case notADatabase(path: String)
  /// The file is a SQLite database that was not made by this program.
  case foreignDatabase(path: String)
  /// The file has triggers, views or changed tables with these names that this program did not
  /// make.
  case foreignParts(path: String, names: [String])
  /// The file was written by a later version of this program.
  case newerSchema(path: String)
  /// The file is damaged.
  case corrupt(path: String, detail: String)
  /// There is no space for what was to be written.
  case diskFull(path: String)
  /// The file can be read and not written.
  case readOnly(path: String)
  /// The file was removed: what is written would be lost.
  case fileGone(path: String)
  /// Another file has the name of the one that is open: what is written would be lost.
  case fileReplaced(path: String)
  /// SQLite refused for another reason.
  case failed(path: String, detail: String)
}

extension InventoryDatabaseError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  public var description: String {
    switch self {
    case .unwritableDirectory(let path, let reason):
      tr(
        """
        \(path): the directory cannot be used (\(reason)); expected a directory in which files can \
        be created
        """
      )
    case .unusableFile(let path, let reason):
      tr(
        """
        \(path): the file cannot be used (\(reason)); expected a readable and writable inventory \
        database
        """
      )
    case .notAFileURL(let scheme):
      tr(
        """
        A database cannot be named by “\(scheme)://”; expected the path of a file, such as \
        items.sqlite, or a URL that begins with file:///
        """
      )
    case .notADatabase(let path):
      tr(
        "\(path): not a database; expected an inventory database or a file that does not exist yet"
      )
    case .foreignDatabase(let path):
      tr("\(path): a database of another program; expected an inventory database")
    case .foreignParts(let path, let names):
      tr(
        """
        \(path): contains triggers, views or changed tables that Inventory did not make \
        (\(names.prefix(5).map { $0.excerpt() }.joined(separator: ", "))); expected an inventory \
        database without them
        """
      )
    case .newerSchema(let path):
      tr(
        """
        \(path): made by a newer version of Inventory; expected a database of this version or an \
        older one
        """
      )
    case .corrupt(let path, let detail):
      tr("\(path): the database is damaged (\(detail)); expected an intact inventory database")
    case .diskFull(let path):
      tr("\(path): the disk is full, so nothing was saved; make some space and try again")
    case .readOnly(let path):
      tr(
        """
        \(path): the file or its folder is read-only, so nothing was saved; make it writable and try \
        again
        """
      )
    case .fileGone(let path):
      tr(
        """
        \(path): the file was removed while it was open, so nothing can be saved; expected the \
        same file (put it back, or export the items and start the program again)
        """
      )
    case .fileReplaced(let path):
      tr(
        """
        \(path): another file has taken the place of the one that is open, so nothing can be \
        saved; expected the same file (put it back, or start the program again to open the other one)
        """
      )
    case .failed(let path, let detail):
      tr("\(path): the database could not be used (\(detail))")
    }
  }
}
