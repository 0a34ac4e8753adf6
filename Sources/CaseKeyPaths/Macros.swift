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
/// - a type `AllCasePaths` with a property for each case, an ``AnyCasePath``; the values of a case
///   that has several are a tuple with the case's labels, and those of a case without any `Void`;
/// - a static property `allCasePaths`;
/// - conformances to ``CasePathable`` and ``CasePathIterable``.
///
/// Cases inside `#if` have case paths under the same condition. Two cases of one name that differ
/// only in their labels are an error, as is anything but an enum.
@attached(extension, conformances: CasePathable, CasePathIterable)
@attached(
  member,
  names: named(AllCasePaths), named(allCasePaths), named(_$Element), named(_$Iterator)
)
public macro CasePathable() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "CasePathableMacro")
