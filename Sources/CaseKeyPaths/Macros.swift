/// Gives every case of an enum a case path, and with it a case key path.
///
/// ```swift
/// @CasePathable
/// enum Action {
///   case increment
///   case rename(String)
/// }
///
/// let action = Action.rename("Blob")
/// action[case: \.rename]          // "Blob"
/// action.is(\.increment)          // false
/// (\Action.Cases.rename)("Blob")  // Action.rename("Blob")
/// ```
///
/// Add `@dynamicMemberLookup` to the enum to read cases like optional properties:
/// `action.rename` is then `"Blob"` as well.
///
/// The macro adds
/// - a type `AllCasePaths` with a property for each case, an ``AnyCasePath``: the values of a case
///   that has several are a tuple with the case's labels, and a case without any has `Void`;
/// - a static property `allCasePaths`;
/// - conformances to ``CasePathable`` and ``CasePathIterable``.
///
/// Cases inside `#if` have case paths under the same condition. Two cases of one name that differ
/// only in their labels are an error, as is anything but an enum.
@attached(extension, conformances: CasePathable, CasePathIterable)
@attached(
  member,
  names: named(AllCasePaths),
  named(allCasePaths),
  named(_$Element),
  named(_$Iterator),
  named(_$Root)
)
public macro CasePathable() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "CasePathableMacro")

extension AnyCasePath {
  /// The case path of one case; called by code that `@CasePathable` generates.
  ///
  /// - Parameters:
  ///   - embed: The case itself, as a function. It captures nothing, and so may be called from
  ///     anywhere, but the language knows this only from its mode 6 on.
  ///   - extract: Returns the associated value, or `nil` when the enum is in another case.
  public init(
    _embed embed: @escaping (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(
      embed: unsafeBitCast(embed, to: (@Sendable (Value) -> Root).self),
      extract: extract
    )
  }
}
