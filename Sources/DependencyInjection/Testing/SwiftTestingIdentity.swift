import Foundation

/// The running test of Swift Testing.
///
/// An application does not load the Testing library, so this module must not link it. If the
/// process has loaded it, its public properties `Test.current` and `Test.Case.current` are looked
/// up by name. If a later version renames them, all tests count as the same one.
struct SwiftTestingIdentity: Hashable, @unchecked Sendable {
  // Unchecked because of `AnyHashable`, which contains an identifier of the Testing library.
  // Identifiers are values.
  private let test: AnyHashable
  private let testCase: AnyHashable?

  static var current: SwiftTestingIdentity? {
    guard
      let test = Getter.test.value() as? any Identifiable
    else { return nil }
    return SwiftTestingIdentity(
      test: id(of: test),
      testCase: Getter.testCase.value().flatMap(arguments(of:))
    )
  }

  private static func id<T: Identifiable>(of value: T) -> AnyHashable {
    AnyHashable(value.id)
  }

  // The identifier of a test case is not public, but its parts are: the identifiers of the
  // arguments, and a number that distinguishes cases with equal arguments.
  private static func arguments(of testCase: Any) -> AnyHashable? {
    guard
      let kind = Mirror(reflecting: testCase).descendant("_kind"),
      let parameterized = Mirror(reflecting: kind).descendant("parameterized")
    else { return nil }
    let mirror = Mirror(reflecting: parameterized)
    var identity: [AnyHashable] = []
    if let arguments = mirror.descendant("arguments") {
      for argument in Mirror(reflecting: arguments).children {
        let id = Mirror(reflecting: argument.value).descendant("id")
        identity.append(id as? AnyHashable ?? AnyHashable(String(describing: argument.value)))
      }
    }
    if let discriminator = mirror.descendant("discriminator") as? Int {
      identity.append(discriminator)
    }
    return identity
  }
}

/// A static property that is known only by its mangled name.
private struct Getter: @unchecked Sendable {
  // Unchecked: a pointer to code and a type, which never change while the process runs.
  private let function: UnsafeRawPointer
  private let type: Any.Type

  static let test = Getter(function: "$s7Testing4TestV7currentACSgvgZ", type: "7Testing4TestV")
  static let testCase = Getter(
    function: "$s7Testing4TestV4CaseV7currentAESgvgZ",
    type: "7Testing4TestV4CaseV"
  )

  private init?(function symbol: String, type name: String) {
    guard let function = dlsym(dlopen(nil, RTLD_LAZY), symbol), let type = _typeByName(name)
    else { return nil }
    self.function = UnsafeRawPointer(function)
    self.type = type
  }

  func value() -> Any? {
    func call<T>(_ type: T.Type) -> Any? {
      // The function returns an optional of this type. Like every Swift function whose result does
      // not fit into registers, it writes the result to memory that the caller provides.
      unsafeBitCast(function, to: (@convention(thin) () -> T?).self)()
    }
    return _openExistential(type, do: call)
  }
}

extension Optional where Wrapped == Getter {
  fileprivate func value() -> Any? {
    self?.value()
  }
}
