/// Makes a struct of functions the interface of a dependency.
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
/// - Each function becomes a ``DependencyEndpoint(method:)``: until it is overridden, a call is
///   reported as an issue, which fails a running test. The call then throws, or returns what the
///   default value returns.
/// - A function that does not throw and returns a value must have a default value.
/// - `APIClient()` creates a value without implementations, for tests and as a start for others.
/// - `APIClient(fetchUser:isSignedIn:signOut:)` implements all functions. It has the access level
///   of the struct.
/// - A function whose type names its parameters can also be called with these names as labels:
///   `try await client.fetchUser(id: 42)`.
///
/// Mark functions that the macro is to leave unchanged with ``DependencyEndpointIgnored()``.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyClientMacro")

/// Adds a default to a function of a dependency client, which reports its use, and a method that
/// calls the function.
///
/// ``DependencyClient()`` applies it to all functions of a client. Apply it yourself to name the
/// method, for example when functions differ only in their labels:
///
/// ```swift
/// @DependencyEndpoint(method: "fetch")
/// var fetchByName: (_ name: String) throws -> User
/// @DependencyEndpoint(method: "fetch")
/// var fetchByID: (_ id: Int) throws -> User
/// // client.fetch(name: "Mina"), client.fetch(id: 42)
/// ```
///
/// - Parameter method: The name of the method. By default, the method has the name of the property
///   and is only generated if the type of the function names its parameters.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointMacro")

/// Leaves a function of a ``DependencyClient()`` unchanged.
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
/// The initial value is the value in tests. It is evaluated again for each test. Without a
/// `liveValue`, use of the dependency in an application is reported, so that no mock is used there
/// by accident. If the live value belongs to another module, add it there to the key. For a public
/// property `greeter`, the key is `GreeterKey`, unless it is given another name, as in
/// `@DependencyEntry("GreetingKey")`:
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry public var greeter: Greeter = Greeter(name: "mock")
/// }
///
/// // In the other module:
/// extension DependencyValues.GreeterKey: DependencyKey {
///   public static let liveValue = Greeter.live
/// }
/// ```
///
/// With a `liveValue` but without an initial value, the use of the dependency in a test is
/// reported. Without both, the type of the property must itself be the key, such as
/// `struct APIClient: DependencyKey`. The macro then only saves writing the accessors.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``. See ``DependencyEntry()``.
///
/// - Parameters:
///   - liveValue: The value in an application.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(liveValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``. See ``DependencyEntry()``.
///
/// - Parameters:
///   - previewValue: The value in previews. By default, the live value or, without one, the value
///     in tests.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(previewValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``. See ``DependencyEntry()``.
///
/// - Parameters:
///   - liveValue: The value in an application.
///   - previewValue: The value in previews. By default, the live value or, without one, the value
///     in tests.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(liveValue: Value, previewValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``. See ``DependencyEntry()``.
///
/// - Parameters:
///   - key: The name of the key's type, which has the access level of the property.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry(_ key: String) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``. See ``DependencyEntry()``.
///
/// - Parameters:
///   - key: The name of the key's type, which has the access level of the property.
///   - liveValue: The value in an application.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(_ key: String, liveValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``. See ``DependencyEntry()``.
///
/// - Parameters:
///   - key: The name of the key's type, which has the access level of the property.
///   - previewValue: The value in previews. By default, the live value or, without one, the value
///     in tests.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(_ key: String, previewValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Declares a dependency by a property of ``DependencyValues``. See ``DependencyEntry()``.
///
/// - Parameters:
///   - key: The name of the key's type, which has the access level of the property.
///   - liveValue: The value in an application.
///   - previewValue: The value in previews. By default, the live value or, without one, the value
///     in tests.
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
