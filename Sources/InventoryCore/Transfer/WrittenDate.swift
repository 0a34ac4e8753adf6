import Foundation

/// A date as people and other programs write it, such as `31.12.2025` or `Dec 31, 2025 10:11 AM`.
///
/// `03/04/2025` is in March for some and in April for others. Which one it is, is in doubt unless
/// another date of the column tells.
struct WrittenDate: Equatable {
  /// Which of two numbers is first.
  enum Order: Equatable {
    case day
    case month
  }

  /// The moment in milliseconds since 1970 if the day is first, and if the month is.
  private let dayFirst: Int64?
  private let monthFirst: Int64?
  /// What the date proves about those that are written in the same way.
  let proof: Order?

  /// Whether the date can be two days.
  var isInDoubt: Bool { dayFirst != nil && monthFirst != nil && dayFirst != monthFirst }

  /// The moment in milliseconds since 1970. A date without a time is the beginning of the day in
  /// UTC.
  ///
  /// - Parameter order: What other dates of the column prove.
  /// - Returns: `nil` if the date can be two days, and nothing decides.
  func milliseconds(_ order: Order?) -> Int64? {
    guard isInDoubt else { return dayFirst ?? monthFirst }
    switch order {
    case .day: return dayFirst
    case .month: return monthFirst
    case nil: return nil
    }
  }

  /// Reads a date.
  ///
  /// - Returns: `nil` for any other text, for a year of two digits, and for a time of a zone that
  ///   is not UTC and has no offset.
  init?(_ text: String) {
    if let milliseconds = FileDate.milliseconds(text) {
      (dayFirst, monthFirst, proof) = (milliseconds, milliseconds, nil)
      return
    }
    guard (8...48).contains(text.utf8.count) else { return nil }
    var words = text.folded.split { $0.isWhitespace || $0 == "," }.map(String.init)
    guard let time = Self.takeTime(&words) else { return nil }
    if words.count == 1 { words = words[0].split(separator: "-").map(String.init) }
    words.removeAll { Self.fillers.contains($0) }
    func moment(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
      func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
      return FileDate.milliseconds("\(year)-\(digits(month))-\(digits(day))T\(time)")
    }
    if words.count == 1 {
      let marks = Set(words[0].filter { !$0.isNumber })
      let parts = words[0].split(omittingEmptySubsequences: false) { !$0.isNumber }.map(String.init)
      guard marks.count == 1, let mark = marks.first, "/.".contains(mark) else { return nil }
      words = parts
      if mark == ".", parts.count == 3, parts[2].utf8.count == 4 {
        guard let numbers = Self.numbers(parts) else { return nil }
        // Nobody writes the month first before a point.
        dayFirst = moment(numbers[2], numbers[1], numbers[0])
        (monthFirst, proof) = (nil, nil)
        if dayFirst == nil { return nil }
        return
      }
    }
    guard words.count == 3 else { return nil }
    if let place = words.firstIndex(where: { Self.months[Self.withoutPoint($0)] != nil }),
      let month = Self.months[Self.withoutPoint(words[place])], place < 2
    {
      words.remove(at: place)
      guard let numbers = Self.numbers(words.map(Self.withoutEnding)) else { return nil }
      let isYearFirst = words[0].utf8.count == 4
      let (year, day) = isYearFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
      guard year > 999, let milliseconds = moment(year, month, day) else { return nil }
      (dayFirst, monthFirst, proof) = (milliseconds, milliseconds, nil)
      return
    }
    guard let numbers = Self.numbers(words) else { return nil }
    if words[0].utf8.count == 4 {
      guard let milliseconds = moment(numbers[0], numbers[1], numbers[2]) else { return nil }
      (dayFirst, monthFirst, proof) = (milliseconds, milliseconds, nil)
      return
    }
    guard words[2].utf8.count == 4 else { return nil }
    dayFirst = moment(numbers[2], numbers[1], numbers[0])
    monthFirst = moment(numbers[2], numbers[0], numbers[1])
    if dayFirst == nil, monthFirst == nil { return nil }
    proof = monthFirst == nil ? .day : dayFirst == nil ? .month : nil
  }

  /// Takes the time away from the words of a text.
  ///
  /// - Returns: The time as `10:11:00`, midnight if there is none, or `nil` if it cannot be read.
  private static func takeTime(_ words: inout [String]) -> String? {
    guard let place = words.firstIndex(where: { $0.contains(":") }) else { return "00:00:00" }
    guard place > 0 else { return nil }
    var word = words[place]
    var rest = Array(words[(place + 1)...])
    for half in ["am", "pm"] where word.hasSuffix(half) {
      word.removeLast(2)
      rest.insert(half, at: 0)
    }
    words.removeSubrange(place...)
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), let numbers = numbers(parts), numbers.count == parts.count
    else { return nil }
    var hour = numbers[0]
    if let half = rest.first, half == "am" || half == "pm" {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "pm" ? 12 : 0)
      rest.removeFirst()
    }
    guard rest.isEmpty || rest == ["utc"] || rest == ["gmt"] || rest == ["z"] else { return nil }
    return ([hour] + numbers.dropFirst() + (numbers.count == 2 ? [0] : []))
      .map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
  }

  private static func numbers(_ words: [String]) -> [Int]? {
    let numbers = words.compactMap { word in
      word.utf8.count <= 4 && word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
    }
    return numbers.count == words.count ? numbers : nil
  }

  private static func withoutPoint(_ word: String) -> String {
    word.hasSuffix(".") ? String(word.dropLast()) : word
  }

  /// A day without what is behind its digits: `1st`, `2nd`, `31.`, `1er`.
  private static func withoutEnding(_ word: String) -> String {
    for ending in ["st", "nd", "rd", "th", "er", "."] where word.hasSuffix(ending) {
      return String(word.dropLast(ending.count))
    }
    return word
  }

  /// Words between the parts of a date.
  private static let fillers: Set = ["de", "del", "of", "den", "г", "г.", "р", "р."]

  /// The numbers of months by their names in the languages whose names of columns are known.
  private static let months: [String: Int] = {
    var months: [String: Int] = [:]
    var several: Set<String> = []
    for language in [
      "en", "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "sv", "da", "nb", "fi", "hu", "ru",
      "uk", "el", "tr", "ro",
    ] {
      var calendar = Calendar(identifier: .gregorian)
      calendar.locale = Locale(identifier: language)
      for names in [
        calendar.monthSymbols, calendar.standaloneMonthSymbols, calendar.shortMonthSymbols,
        calendar.shortStandaloneMonthSymbols,
      ] {
        for (index, name) in names.enumerated() {
          let key = withoutPoint(name.folded)
          guard key.contains(where: \.isLetter) else { continue }
          if months[key, default: index + 1] != index + 1 { several.insert(key) }
          months[key] = index + 1
        }
      }
    }
    return months.filter { !several.contains($0.key) }
  }()
}
