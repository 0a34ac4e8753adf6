import Foundation
import Sharing
import Testing

@Suite struct StandardDirectoriesTests {
  @Test func `URLs of files can be made from the standard folders of Apple's platforms`() {
    for folder in [
      URL.documentsDirectory, .applicationSupportDirectory, .cachesDirectory,
    ] {
      #expect(folder.isFileURL && folder.path().hasPrefix("/"))
    }
    #expect(URL.documentsDirectory != .applicationSupportDirectory)
  }
}
