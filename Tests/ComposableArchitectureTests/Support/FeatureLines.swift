import Foundation

/// Lines of `Features.swift` that reports name, found in the file itself.
enum FeatureLines {
  static let startTimer = line(of: "[clock] send in")
  static let closeButton = line(of: "self.dismiss()", after: "case .closeButtonTapped:")
  static let forEach = line(of: ".forEach(\\.path, action: \\.path)")
  static let ifLet = line(of: ".ifLet(\\.$single, action: \\.single)")

  /// Returns the number of the first line that contains a text, after the first that contains
  /// another one.
  private static func line(of text: String, after marker: String = "") -> UInt {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Features.swift"
    )
    let lines =
      (try? String(contentsOf: file, encoding: .utf8))?.components(separatedBy: "\n") ?? []
    let start = marker.isEmpty ? 0 : lines.firstIndex { $0.contains(marker) } ?? 0
    let index = lines[start...].firstIndex { $0.contains(text) }
    return UInt((index ?? -1) + 1)
  }
}
