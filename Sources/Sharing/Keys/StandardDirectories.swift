#if os(Linux)
  import Foundation

  // Features written for Apple's platforms name their files below these, which Foundation does not have on Linux.
  extension URL {
    /// The user's folder for documents: what `xdg-user-dirs` says, or `~/Documents`.
    public static var documentsDirectory: URL { standardDirectory(.documentDirectory) }

    /// The folder for data of programs: `$XDG_DATA_HOME`, or `~/.local/share`.
    public static var applicationSupportDirectory: URL {
      standardDirectory(.applicationSupportDirectory)
    }

    /// The folder for what can be made again: `$XDG_CACHE_HOME`, or `~/.cache`.
    public static var cachesDirectory: URL { standardDirectory(.cachesDirectory) }

    private static func standardDirectory(_ directory: FileManager.SearchPathDirectory) -> URL {
      FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
    }
  }
#endif
