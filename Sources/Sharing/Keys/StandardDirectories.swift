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

    /// The folder for what programs keep besides documents: `$XDG_DATA_HOME`; by default,
    /// `~/.local/share`.
    public static var libraryDirectory: URL { applicationSupportDirectory }

    /// The user's desktop, as configured by `xdg-user-dirs`; by default, `~/Desktop`.
    public static var desktopDirectory: URL { standardDirectory(.desktopDirectory) }

    /// The user's folder for downloads, as configured by `xdg-user-dirs`; by default,
    /// `~/Downloads`.
    public static var downloadsDirectory: URL { standardDirectory(.downloadsDirectory) }

    /// The user's folder for music, as configured by `xdg-user-dirs`; by default, `~/Music`.
    public static var musicDirectory: URL { standardDirectory(.musicDirectory) }

    /// The user's folder for pictures, as configured by `xdg-user-dirs`; by default, `~/Pictures`.
    public static var picturesDirectory: URL { standardDirectory(.picturesDirectory) }

    /// The user's folder for videos, as configured by `xdg-user-dirs`; by default, `~/Videos`.
    public static var moviesDirectory: URL { standardDirectory(.moviesDirectory) }

    private static func standardDirectory(_ directory: FileManager.SearchPathDirectory) -> URL {
      FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
    }
  }
#endif
