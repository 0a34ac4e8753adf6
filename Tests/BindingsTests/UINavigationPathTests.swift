import Bindings
import Foundation
import Testing

private struct Page: Hashable {}

struct UserPage: Codable, Hashable {
  var id: Int
}

@Suite struct UINavigationPathTests {
  @Test func `a path holds values of any types`() {
    var path = UINavigationPath()
    #expect(path.isEmpty)
    path.append(1)
    path.append("a")
    path.append(Page())
    #expect(path.count == 3)
    #expect(path.elements == [1, "a", AnyHashable(Page())])
    path.removeLast()
    #expect(path == UINavigationPath([1, "a"] as [AnyHashable]))
    path.removeLast(2)
    #expect(path == UINavigationPath())
    #expect(UINavigationPath([1, 2]).count == 2)
  }

  @Test func `a path whose values are codable is encoded and decoded`() throws {
    var path = UINavigationPath([UserPage(id: 1)])
    path.append("a")
    path.append([1, 2])
    let data = try JSONEncoder().encode(path.codable)
    let codable = try JSONDecoder().decode(UINavigationPath.CodableRepresentation.self, from: data)
    #expect(UINavigationPath(codable) == path)
    #expect(codable == path.codable)
    path.append(Page())
    #expect(path.codable == nil)
  }

  @Test func `a name that is not that of a type cannot be decoded`() throws {
    let data = Data(#"["NoSuchType", "1"]"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(UINavigationPath.CodableRepresentation.self, from: data)
    }
  }
}
