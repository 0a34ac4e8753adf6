/// Adds a case path, and with it a case key path, for every case of an enum.
///
/// ```swift
/// @CasePathable
/// enum Action {
///   case increment
///   case rename(String)
/// }
///
/// let action = Action.rename("Mina")
/// action[case: \.rename]          // "Mina"
/// action.is(\.increment)          // false
/// (\Action.Cases.rename)("Mina")  // Action.rename("Mina")
/// ```
///
/// Add `@dynamicMemberLookup` to the enum to read cases like optional properties:
/// `action.rename` is then `"Mina"` as well.
///
/// The macro adds
/// - a type `AllCasePaths` with a property for each case, an ``AnyCasePath``: the values of a case
///   that has several are a tuple with the case's labels, and a case without any has `Void`;
/// - a static property `allCasePaths`;
/// - conformances to ``CasePathable`` and ``CasePathIterable``.
///
/// Cases inside `#if` have case paths under the same condition. It is an error to apply the macro
/// to an enum with two cases that differ only in their labels, or to a type other than an enum.
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
  ///   - embed: The case itself, as a function. It captures nothing and so may be called from
  ///     anywhere, but before language mode 6 the compiler does not regard it as `@Sendable`.
  ///   - extract: Returns the associated value, or `nil` when the enum is in another case.
  ///   - name: The name of the case, for reports.
  public init(
    _embed embed: @escaping (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    name: StaticString = #function
  ) {
    self.init(
      embed: unsafeBitCast(embed, to: (@Sendable (Value) -> Root).self),
      extract: extract,
      name: name
    )
  }
}
