import Foundation
import Sharing
import Testing

@Suite struct StandardDirectoriesTests {
  @Test func `Files can be named below the folders that Apple's platforms have`() {
    for folder in [
      URL.documentsDirectory, .applicationSupportDirectory, .cachesDirectory,
    ] {
      #expect(folder.isFileURL && folder.path().hasPrefix("/"))
    }
    #expect(URL.documentsDirectory != .applicationSupportDirectory)
  }
}
