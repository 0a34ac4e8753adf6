import Foundation

/// A picture of an item, as it is kept.
public struct Photo: Equatable, Hashable, Sendable {
  /// The longer side of a photo as it is kept, in pixels: enough for a screen, and some hundred
  /// kilobytes.
  public static let side = 1_600

  /// A JPEG or PNG file, scaled down to what a screen shows.
  public var data: Data
  /// In pixels.
  public var width: Int
  public var height: Int
  /// What can be seen, for those who cannot.
  public var caption: String

  public init(data: Data, width: Int, height: Int, caption: String = "") {
    self.data = data
    self.width = width
    self.height = height
    self.caption = caption
  }
}

/// Why a file cannot be used as a photo.
public enum PhotoError: Error, Equatable, Sendable {
  case unreadable(reason: String)
  case tooManyBytes(limit: Int)
  case tooManyPixels(limit: Int)
  case tooMuchMemory(limit: Int)
  case unknownFormat
  case damaged
}

extension PhotoError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .unreadable(let reason):
      tr("The file could not be read (\(reason)).")
    case .tooManyBytes(let limit):
      tr("The file has more than \(limit / 1_000_000) MB. Choose a smaller one.")
    case .tooManyPixels(let limit):
      tr("The picture has more than \(limit / 1_000_000) megapixels. Choose a smaller one.")
    case .tooMuchMemory(let limit):
      tr(
        """
        Reading the picture takes more than \(limit / 1_000_000) MB of memory. Choose a smaller \
        one.
        """
      )
    case .unknownFormat:
      tr("The file is no picture in the formats JPEG, PNG or WebP.")
    case .damaged:
      tr("The picture is damaged.")
    }
  }
}
