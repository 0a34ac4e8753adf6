import Foundation

/// The running test of Swift Testing.
///
/// An application does not load the Testing library, so this module must not link it. When the
/// process has it, its public functions `Test.current` and `Test.Case.current` are looked up by
/// name. Should a later version rename them, every test is taken for the same one.
struct SwiftTestingIdentity: Hashable, @unchecked Sendable {
  // Unchecked: `AnyHashable` is not `Sendable`. It holds an identifier of the Testing library, which
  // is a value.
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

  // The identifier of a test case is not public. Its parts are: the identifiers of its arguments,
  // and a number that tells cases with equal arguments apart.
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

/// A static property of a type that is known by its mangled name only.
private struct Getter: @unchecked Sendable {
  // Unchecked: a pointer to code, and a type; both live as long as the process and never change.
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
      // The function returns an optional of this type, and like every Swift function that returns
      // more than fits in registers it does so through memory that the caller provides.
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
