import ComposableArchitecture
import Foundation

/// The page of the sheet about the program that tells its license, and those of what is in it.
@Reducer
public struct LegalFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The software that the program contains or uses.
    public let parts = SoftwarePart.all

    public init() {}
  }

  public enum Action {}

  public init() {}

  public var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

/// A piece of software that the program contains or uses.
public struct SoftwarePart: Equatable, Identifiable, Sendable {
  public let name: String
  /// The name of its license, in the words of SPDX.
  public let license: String
  /// The page on which it can be had.
  public let website: URL?

  public var id: String { name }

  static let all = [
    SoftwarePart("GTK", "LGPL-2.1-or-later", "https://www.gtk.org"),
    SoftwarePart("SQLite", "blessing", "https://www.sqlite.org"),
    SoftwarePart("uchardet", "MPL-1.1", "https://www.freedesktop.org/wiki/Software/uchardet/"),
    SoftwarePart("expat", "MIT", "https://libexpat.github.io"),
    SoftwarePart("libzip", "BSD-3-Clause", "https://libzip.org"),
    SoftwarePart("GRDB.swift", "MIT", "https://github.com/groue/GRDB.swift"),
    SoftwarePart("Swift", "Apache-2.0", "https://www.swift.org"),
    SoftwarePart(
      "swift-argument-parser",
      "Apache-2.0",
      "https://github.com/apple/swift-argument-parser"
    ),
    SoftwarePart("swift-collections", "Apache-2.0", "https://github.com/apple/swift-collections"),
    SoftwarePart("swift-log", "Apache-2.0", "https://github.com/apple/swift-log"),
    SoftwarePart(
      "swift-custom-dump",
      "MIT",
      "https://github.com/pointfreeco/swift-custom-dump"
    ),
    SoftwarePart(
      "xctest-dynamic-overlay",
      "MIT",
      "https://github.com/pointfreeco/xctest-dynamic-overlay"
    ),
    SoftwarePart("ICU", "Unicode-3.0", "https://icu.unicode.org"),
  ]

  private init(_ name: String, _ license: String, _ website: String) {
    self.name = name
    self.license = license
    self.website = URL(string: website)
  }
}
