import Foundation

/// What the first bytes of a picture say about it, read without a decoder.
nonisolated public struct PictureHeader: Equatable, Sendable {
  /// A format that is decoded.
  public enum Format: String, CaseIterable, Sendable {
    case jpeg
    case png
    case webp
  }

  public let format: Format
  /// In pixels, from 1.
  public let width: Int
  public let height: Int
  /// What a decoder keeps of each pixel, in bytes, until it has read the whole file. It does so in
  /// addition to the pixels that it makes.
  private var keptBytes = 0.0

  /// Reads the header of a picture.
  ///
  /// - Parameter data: The picture, or its beginning.
  /// - Returns: `nil` if the data is no picture in one of the formats, or ends before the size.
  public init?(_ data: Data) {
    var bytes = Bytes(data)
    let found =
      switch bytes.start {
      case [0x89, 0x50, 0x4E, 0x47]: Self.png(&bytes)
      case let start where start.starts(with: [0xFF, 0xD8, 0xFF]): Self.jpeg(&bytes)
      case Array("RIFF".utf8): Self.webp(&bytes)
      default: nil as PictureHeader?
      }
    guard let found, found.width > 0, found.height > 0 else { return nil }
    self = found
  }

  private init(_ format: Format, _ width: Int, _ height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }

  /// Returns about how many bytes of memory a decoder needs.
  ///
  /// - Parameter side: The width and the height that the picture is scaled down to, if it is
  ///   larger.
  func memory(fitting side: Int) -> Double {
    let pixels = Double(width) * Double(height)
    let scaled = min(pixels, Double(side) * Double(side))
    let made =
      switch format {
      // While it decodes, libjpeg scales down to a half, a quarter or an eighth, as long as the
      // result is not smaller than what is asked for.
      case .jpeg: min(pixels, max(4 * scaled, pixels / 64))
      case .png, .webp: pixels
      }
    let shown = max(width, height) > side ? scaled : 0
    return pixels * keptBytes + (made + shown) * Self.bytesPerPixel
  }

  /// With the opacity.
  private static let bytesPerPixel = 4.0

  /// The signature, and a chunk `IHDR` that begins with the size.
  private static func png(_ bytes: inout Bytes) -> PictureHeader? {
    guard bytes.next(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
      bytes.next(8)?.dropFirst(4) == Array("IHDR".utf8)[...],
      let width = bytes.number(4), let height = bytes.number(4)
    else { return nil }
    return PictureHeader(.png, width, height)
  }

  /// Segments, of which that of a frame has the size.
  private static func jpeg(_ bytes: inout Bytes) -> PictureHeader? {
    bytes.skip(2)
    while true {
      guard let marker = bytes.marker() else { return nil }
      switch marker {
      // A frame of any kind; these three numbers among them mean something else.
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        bytes.skip(3)
        guard let height = bytes.number(2), let width = bytes.number(2) else { return nil }
        var header = PictureHeader(.jpeg, width, height)
        let components = Components(&bytes)
        // Refined from scan to scan: the frames whose number ends with these two bits.
        if marker & 0b11 == 0b10 || components.haveMoreScans(&bytes) {
          header.keptBytes = components.keptBytes
        }
        return header
      // Markers without a segment.
      case 0x01, 0xD0...0xD8:
        continue
      // The picture begins, or ends, without a frame.
      case 0xD9, 0xDA:
        return nil
      default:
        guard let length = bytes.number(2), length >= 2 else { return nil }
        bytes.skip(length - 2)
      }
    }
  }

  /// The colours of a JPEG file, and how many samples there are of each.
  private struct Components {
    private var sizes: [(width: Int, height: Int)] = []

    /// Reads what follows the size of a frame.
    init(_ bytes: inout Bytes) {
      for _ in 0..<(bytes.number(1) ?? 0) {
        guard let component = bytes.next(3) else { return }
        sizes.append((max(Int(component[1] >> 4), 1), max(Int(component[1] & 0xF), 1)))
      }
    }

    /// What libjpeg keeps of each pixel of a picture that comes in several scans: two bytes of each
    /// sample.
    var keptBytes: Double {
      let width = sizes.map(\.width).max() ?? 1
      let height = sizes.map(\.height).max() ?? 1
      let samples = sizes.reduce(0) { $0 + $1.width * $1.height }
      return 2 * Double(samples) / Double(width * height)
    }

    /// Whether the first scan does not have all colours. It is looked for behind the frame.
    func haveMoreScans(_ bytes: inout Bytes) -> Bool {
      while let marker = bytes.marker() {
        // Markers without a segment.
        if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
        guard let length = bytes.number(2), length >= 2 else { break }
        if marker == 0xDA { return bytes.number(1).map { $0 < sizes.count } ?? true }
        bytes.skip(length - 2)
      }
      return true
    }
  }

  /// A chunk of one of three kinds, which have the size in three ways.
  private static func webp(_ bytes: inout Bytes) -> PictureHeader? {
    bytes.skip(8)
    guard bytes.next(4) == Array("WEBP".utf8), let kind = bytes.next(4) else { return nil }
    bytes.skip(4)
    switch String(decoding: kind, as: UTF8.self) {
    case "VP8 ":
      bytes.skip(3)
      guard bytes.next(3) == [0x9D, 0x01, 0x2A], let size = bytes.next(4) else { return nil }
      let width = Int(size[0]) | Int(size[1]) << 8
      let height = Int(size[2]) | Int(size[3]) << 8
      return PictureHeader(.webp, width & 0x3FFF, height & 0x3FFF)
    case "VP8L":
      guard bytes.next(1) == [0x2F], let size = bytes.next(4) else { return nil }
      let bits = size.reversed().reduce(0) { $0 << 8 | Int($1) }
      return PictureHeader(.webp, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    case "VP8X":
      bytes.skip(4)
      guard let size = bytes.next(6) else { return nil }
      let width = Int(size[0]) | Int(size[1]) << 8 | Int(size[2]) << 16
      let height = Int(size[3]) | Int(size[4]) << 8 | Int(size[5]) << 16
      return PictureHeader(.webp, width + 1, height + 1)
    default:
      return nil
    }
  }

  /// Reads bytes one after the other, and never beyond the end.
  private struct Bytes {
    private let data: Data
    private var offset = 0

    init(_ data: Data) {
      self.data = data
    }

    var start: [UInt8] { Array(data.prefix(4)) }

    mutating func skip(_ count: Int) {
      offset = min(offset + count, data.count)
    }

    mutating func next(_ count: Int) -> [UInt8]? {
      guard data.count - offset >= count else { return nil }
      defer { offset += count }
      let first = data.startIndex + offset
      return Array(data[first..<first + count])
    }

    /// A number with its highest byte first.
    mutating func number(_ count: Int) -> Int? {
      next(count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The next marker of a JPEG file: a byte other than 0 after one or more of `FF`.
    mutating func marker() -> UInt8? {
      var isAfterFF = false
      while let byte = next(1)?[0] {
        if byte == 0xFF {
          isAfterFF = true
        } else if isAfterFF, byte != 0 {
          return byte
        } else {
          isAfterFF = false
        }
      }
      return nil
    }
  }
}
