@_exported public import Observation

@_exported import func AccessTracking.withPerceptionTracking

/// The standard library's `Observable`. Features use this name where they also run on platforms
/// without `Observation`.
public typealias Perceptible = Observable

/// The standard library's `ObservationRegistrar`.
public typealias PerceptionRegistrar = ObservationRegistrar

/// Makes the properties of a class observable, as the standard library's `@Observable` does:
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

/// Excludes a property of a ``Perceptible()`` class from observation.
@attached(peer)
public macro PerceptionIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "PerceptionIgnoredMacro")
