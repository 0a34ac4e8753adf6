import Foundation

/// Reads the members of an object of JSON as texts, as if they were the fields of a record.
///
/// A member that is `null` is as empty as one without text: files of this program have it for a
/// reorder level that nobody has set. An import empties such a field only if that is asked, as for
/// an empty cell of CSV. A member that is not there is a missing field, which stays in any case.
struct JsonFields: Decodable {
  /// The members by their keys.
  private var members: [String: Value] = [:]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for key in container.allKeys {
      members[key.stringValue] = try container.decode(Value.self, forKey: key)
    }
  }

  /// The fields of an object in the order of a header. Those that it does not have are missing.
  ///
  /// - Throws: ``CsvError`` if it is not well-formed.
  static func record(
    of object: JsonSplitter.Object,
    header: [String],
    file: String
  ) throws -> CsvParser.Record {
    if let problem = JsonNumbers.problem(in: object.bytes) {
      return CsvParser.Record(fields: [], end: object.position, problem: problem)
    }
    if let (key, offset) = JsonKeys.repeatedKey(in: object.bytes) {
      return CsvParser.Record(
        fields: [],
        end: object.position(at: offset),
        problem: tr("“\(key.excerpt())” is in the object twice; expected each name once")
      )
    }
    let members = try fields(of: object, file: file).members
    return CsvParser.Record(
      fields: header.map { key in
        let member = members[key]
        return CsvParser.Field(
          text: member?.text ?? "",
          position: object.position,
          isMissing: member == nil,
          isNumber: member?.isNumber == true,
          isList: member?.isList == true,
          problem: member?.problem
        )
      },
      end: object.position
    )
  }

  static func fields(of object: JsonSplitter.Object, file: String) throws -> JsonFields {
    do {
      return try JSONDecoder().decode(JsonFields.self, from: Data(object.bytes))
    } catch {
      throw CsvError(
        file: file,
        line: object.position.line,
        column: object.position.column,
        problem: tr("the object that begins here is not well-formed; expected JSON")
      )
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      return nil
    }
  }

  /// A member that can be written in a field.
  private struct Value: Decodable {
    /// The text; `nil` for `null`. That of an object is its name.
    var text: String?
    var isList = false
    var isNumber = false
    /// Why there is no text.
    var problem: String?

    /// What other programs call a place or a tag in an object about it, and what is around it.
    private final class Named: Decodable {
      let name: String
      let parent: Named?

      private enum CodingKeys: CodingKey {
        case name
        case parent
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        // What is around it may be a number only, which says nothing here.
        parent = try? container.decode(Named.self, forKey: .parent)
      }

      var path: String {
        LocationPath(names: (parent.map { [$0.path] } ?? []) + [name]).text
      }
    }

    /// A moment, which Snipe-IT writes twice: for programs, and for people.
    private struct Dated: Decodable {
      let datetime: String?
      let date: String?

      private enum CodingKeys: CodingKey {
        case datetime
        case date
        case formatted
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        datetime = try container.decodeIfPresent(String.self, forKey: .datetime)
        date = try container.decodeIfPresent(String.self, forKey: .date)
        guard container.contains(.formatted), datetime != nil || date != nil else {
          throw DecodingError.keyNotFound(
            CodingKeys.datetime,
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "")
          )
        }
      }
    }

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        var texts: [String] = []
        while !list.isAtEnd {
          let value = try list.decode(Value.self)
          problem = problem ?? value.problem
          if let text = value.text { texts.append(text) }
        }
        text = texts.joined(separator: "\n")
        isList = true
        return
      }
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        text = nil
      } else if let string = try? value.decode(String.self) {
        text = string
      } else if let number = try? value.decode(Decimal.self) {
        // Not as an integer first: one that does not fit is rounded to one that a `Double` has.
        text = "\(number)"
        isNumber = true
      } else if let flag = try? value.decode(Bool.self) {
        text = String(flag)
      } else if let object = try? value.decode(Named.self) {
        // Asked last: nearly all members are none, and a wrong guess is an error that is thrown.
        text = object.path
      } else if let date = try? value.decode(Dated.self) {
        text = date.datetime ?? date.date
      } else if (try? decoder.container(keyedBy: Key.self)) != nil {
        text = "{…}"
        problem = tr("is an object without a “name”; expected a text, a number or a list of texts")
      } else {
        // Half of a character, such as a surrogate alone, or a number that is none.
        problem = tr("cannot be read; expected a text, a number or a list of texts")
      }
    }
  }
}
