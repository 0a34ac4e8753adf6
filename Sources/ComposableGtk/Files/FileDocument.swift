import Foundation

/// A document that is kept in a file, for `fileExporter` of a view.
///
/// ```swift
/// struct Tally: FileDocument {
///   static let readableContentTypes = [UTType.plainText]
///   var text: String
///
///   init(text: String) { self.text = text }
///
///   init(configuration: ReadConfiguration) throws {
///     text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
///   }
///
///   func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
///     FileWrapper(regularFileWithContents: Data(text.utf8))
///   }
/// }
/// ```
public protocol FileDocument {
  typealias ReadConfiguration = FileDocumentReadConfiguration
  typealias WriteConfiguration = FileDocumentWriteConfiguration

  /// The types that the document can be read from.
  static var readableContentTypes: [UTType] { get }
  /// The types that it can be written as; by default, those that it can be read from.
  static var writableContentTypes: [UTType] { get }

  /// Reads the document.
  init(configuration: ReadConfiguration) throws
  /// Returns what is to be written.
  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
}

extension FileDocument {
  public static var writableContentTypes: [UTType] { readableContentTypes }
}

/// What a ``FileDocument`` is read from.
public struct FileDocumentReadConfiguration {
  /// The type of the file.
  public let contentType: UTType
  /// The file.
  public let file: FileWrapper

  /// - Parameters:
  ///   - contentType: The type of the file.
  ///   - file: The file.
  public init(contentType: UTType, file: FileWrapper) {
    self.contentType = contentType
    self.file = file
  }
}

/// What a ``FileDocument`` is written as.
public struct FileDocumentWriteConfiguration {
  /// The type of the file.
  public let contentType: UTType
  /// The file that is replaced; `nil` for a new one, and where it is not known.
  public let existingFile: FileWrapper?
}

/// The content of a file. Folders are not there.
public final class FileWrapper {
  /// The content.
  public let regularFileContents: Data?

  /// - Parameter contents: The content.
  public init(regularFileWithContents contents: Data) {
    regularFileContents = contents
  }

  deinit {}
}
