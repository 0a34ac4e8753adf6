import Foundation

/// The chunks of a PNG file.
nonisolated enum PngChunks {
  private static let signatureLength = 8
  /// Texts and a colour profile, which are not shown. A decoder unpacks the compressed ones among
  /// them, and keeps them: some kilobytes of each may become megabytes.
  private static let unshown = Set(["tEXt", "zTXt", "iTXt", "iCCP"].map { Data($0.utf8) })

  /// Returns a PNG file without what does not belong to its picture.
  ///
  /// - Parameter file: The file.
  /// - Returns: `nil` if its chunks do not follow each other up to the last one.
  /// - Complexity: Linear in the length of the file.
  static func picture(of file: Data) -> Data? {
    var picture = file.prefix(signatureLength)
    var rest = file.dropFirst(signatureLength)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let kind = rest.dropFirst(4).prefix(4)
      // The length and the kind come before the content, and a checksum after it.
      guard length <= rest.count - 12 else { return nil }
      if !unshown.contains(kind) { picture.append(rest.prefix(length + 12)) }
      if kind == Data("IEND".utf8) { return picture }
      rest = rest.dropFirst(length + 12)
    }
    return nil
  }
}
