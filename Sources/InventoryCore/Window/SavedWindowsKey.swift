import ComposableArchitecture
import Foundation

extension SharedKey where Self == FileStorageKey<[SavedWindow]>.Default {
  /// The windows that come back when the program is started again, in the order in which they were
  /// opened.
  public static var savedWindows: Self {
    Self[
      .fileStorage(
        .savedWindows,
        // What cannot be read any more is dropped: it is nothing that anybody has written.
        decode: { data in
          let windows = try? JSONDecoder().decode([Readable<SavedWindow>].self, from: data)
          return windows?.compactMap(\.value) ?? []
        },
        encode: { windows in
          let encoder = JSONEncoder()
          encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
          return try encoder.encode(windows)
        }
      ),
      default: []
    ]
  }
}

/// A value that can be read, or nothing.
private struct Readable<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? Value(from: decoder)
  }
}

extension URL {
  /// The file of the windows that come back: `$XDG_STATE_HOME/inventory/windows.json`, by default
  /// below `~/.local/state`.
  static var savedWindows: URL {
    savedWindows(environment: ProcessInfo.processInfo.environment)
  }

  static func savedWindows(environment: [String: String]) -> URL {
    // The XDG specification: a path that is not absolute is to be ignored.
    let home = environment["HOME"] ?? NSHomeDirectory()
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return URL(filePath: "\(state ?? "\(home)/.local/state")/inventory/windows.json")
  }
}
