#if os(Linux)
  import Foundation

  // Features for Apple's platforms store files in these folders. Foundation on Linux does not
  // declare them.
  extension URL {
    /// The user's folder for documents, as configured by `xdg-user-dirs`; by default,
    /// `~/Documents`.
    public static var documentsDirectory: URL { standardDirectory(.documentDirectory) }

    /// The folder for data of programs: `$XDG_DATA_HOME`; by default, `~/.local/share`.
    public static var applicationSupportDirectory: URL {
      standardDirectory(.applicationSupportDirectory)
    }

    /// The folder for files that can be created again: `$XDG_CACHE_HOME`; by default, `~/.cache`.
    public static var cachesDirectory: URL { standardDirectory(.cachesDirectory) }

    private static func standardDirectory(_ directory: FileManager.SearchPathDirectory) -> URL {
      FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
    }
  }
#endif
