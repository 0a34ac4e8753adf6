/// Makes a dependency's interface of a struct of functions.
///
/// ```swift
/// @DependencyClient
/// struct APIClient {
///   var fetchUser: @Sendable (_ id: User.ID) async throws -> User
///   var isSignedIn: @Sendable () -> Bool = { false }
///   var signOut: @Sendable () async -> Void
/// }
/// ```
///
/// - Each function is a ``DependencyEndpoint(method:)``: until it is overridden, calling it is
///   reported as an issue, which fails a running test, and then it throws, or returns what its
///   default value returns.
/// - A function that neither throws nor returns nothing must have such a default value.
/// - `APIClient()` has no implementation of anything: the value for tests, and a place to start from.
/// - `APIClient(fetchUser:isSignedIn:signOut:)` implements everything. It has the access level of
///   the struct.
/// - A function with names in its type can also be called with them as labels:
///   `try await client.fetchUser(id: 42)`.
///
/// Mark functions that should be left alone ``DependencyEndpointIgnored()``.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyClientMacro")

/// Gives a function of a dependency client a default that reports its use, and a method to call
/// it by.
///
/// ``DependencyClient()`` applies it to all functions of a client. Apply it yourself to name the
/// method, for example for functions that differ in their labels only:
///
/// ```swift
/// @DependencyEndpoint(method: "fetch")
/// var fetchByName: (_ name: String) throws -> User
/// @DependencyEndpoint(method: "fetch")
/// var fetchByID: (_ id: Int) throws -> User
/// // client.fetch(name: "Blob"), client.fetch(id: 42)
/// ```
///
/// - Parameter method: The name of the method. Without it the method has the property's name, and
///   is generated only if the function's type names its parameters.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointMacro")

/// Leaves a function of a ``DependencyClient()`` as it is.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointIgnoredMacro")

/// Declares a dependency by a property of ``DependencyValues``.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry var greeter: Greeter = Greeter(name: "mock")
///   @DependencyEntry(liveValue: APIClient.live) var apiClient = APIClient()
/// }
/// ```
///
/// The initial value is the value in tests, made anew for each test. Where there is no `liveValue`,
/// using the dependency in an application is reported: so no mock gets there. A live value that
/// belongs to another module is given to the key, which then has a name:
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry("GreeterKey") public var greeter: Greeter = Greeter(name: "mock")
/// }
///
/// // In the other module:
/// extension DependencyValues.GreeterKey: DependencyKey {
///   public static let liveValue = Greeter.live
/// }
/// ```
///
/// Without an initial value the property's type must be the key, as in
/// `struct APIClient: DependencyKey`, which saves writing the accessors.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``, see ``DependencyEntry()``.
///
/// - Parameters:
///   - liveValue: The value in an application.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(liveValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``, see ``DependencyEntry()``.
///
/// - Parameters:
///   - previewValue: The value in previews; without it, they have the live value or, where there is
///     none, that of tests.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(previewValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``, see ``DependencyEntry()``.
///
/// - Parameters:
///   - liveValue: The value in an application.
///   - previewValue: The value in previews; without it, they have the live value or, where there is
///     none, that of tests.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(__Key_))
public macro DependencyEntry<Value>(liveValue: Value, previewValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``, see ``DependencyEntry()``.
///
/// - Parameters:
///   - key: The name of the key's type, which is as visible as the property.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry(_ key: String) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``, see ``DependencyEntry()``.
///
/// - Parameters:
///   - key: The name of the key's type, which is as visible as the property.
///   - liveValue: The value in an application.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(_ key: String, liveValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``, see ``DependencyEntry()``.
///
/// - Parameters:
///   - key: The name of the key's type, which is as visible as the property.
///   - previewValue: The value in previews; without it, they have the live value or, where there is
///     none, that of tests.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(_ key: String, previewValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``, see ``DependencyEntry()``.
///
/// - Parameters:
///   - key: The name of the key's type, which is as visible as the property.
///   - liveValue: The value in an application.
///   - previewValue: The value in previews; without it, they have the live value or, where there is
///     none, that of tests.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(_ key: String, liveValue: Value, previewValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// The error that a throwing endpoint of a ``DependencyClient()`` throws until it is implemented.
public struct Unimplemented: Error, CustomStringConvertible, Sendable {
  /// The name of the endpoint.
  public let endpoint: String

  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  public var description: String { "Unimplemented: '\(endpoint)'" }
}
