@_exported public import Observation

@_exported import func AccessTracking.withPerceptionTracking

/// An object whose properties are observed: the standard library's `Observable`, under the name
/// that it has where the standard library has none.
public typealias Perceptible = Observable

/// The standard library's `ObservationRegistrar`.
public typealias PerceptionRegistrar = ObservationRegistrar

/// Lets the properties of a class be observed, as the standard library's `@Observable` does:
///
/// ```swift
/// @Perceptible
/// final class SettingsModel {
///   var volume = 0.5
///   @PerceptionIgnored var cache: [String: Int] = [:]
/// }
/// ```
@attached(
  member,
  names: named(_$observationRegistrar),
  named(access),
  named(withMutation),
  named(shouldNotifyObservers)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable)
public macro Perceptible() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "PerceptibleMacro")

/// Leaves a property of a ``Perceptible()`` class unobserved.
@attached(peer)
public macro PerceptionIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "PerceptionIgnoredMacro")
