/// To which parts a part of an Excel workbook refers.
final class ExcelRelationships: XmlHandler {
  struct Relationship {
    /// The last word of the type, such as `worksheet`.
    var type: String
    /// The name of the part.
    var part: String
  }

  private(set) var byID: [String: Relationship] = [:]
  private let folder: [Substring]

  /// - Parameter source: The part that refers to others; empty for the file itself.
  private init(of source: String) {
    folder = source.split(separator: "/").dropLast()
  }

  /// Reads to which parts a part refers.
  static func read(
    _ archive: ZipArchive,
    of source: String,
    limit: Int
  ) throws -> ExcelRelationships {
    let relationships = ExcelRelationships(of: source)
    let folder = relationships.folder.map { "\($0)/" }.joined()
    let name = source.split(separator: "/").last ?? ""
    let part = try archive.neededPart("\(folder)_rels/\(name).rels")
    try archive.read(part, limit: limit, handler: relationships)
    return relationships
  }

  /// The first part of a type.
  func part(_ type: String) -> String? {
    byID.filter { $0.value.type == type }.min { $0.key < $1.key }?.value.part
  }

  func start(_ name: XmlName, _ attributes: XmlAttributes) {
    // Only what is in the file is read, whatever the file refers to.
    guard name.is("Relationship"), attributes.bytes("TargetMode")?.is("External") != true,
      let id = attributes.text("Id"), let target = attributes.text("Target"),
      let type = attributes.text("Type")?.split(separator: "/").last
    else { return }
    byID[id] = Relationship(type: String(type), part: resolve(target))
  }

  func end(_ name: XmlName) {}
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  private func resolve(_ target: String) -> String {
    var path = target.hasPrefix("/") ? [] : folder
    for name in target.split(separator: "/") {
      switch name {
      case ".": break
      case "..": path = path.dropLast()
      default: path.append(name)
      }
    }
    return path.joined(separator: "/")
  }
}
